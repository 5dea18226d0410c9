import { type Certificate, type Evidence, hasTerms, type Promised, standing } from '@xenolith/core'
import { count, number, percent } from '../index.js'
import { boundWords, costlyWords, priceOf } from './price.js'
import { conditions, sentence, uncoveredWords } from './sentence.js'
import { wayOutWords } from './ways-out.js'
import { alphaSources, nominalSources, ordinaryRows, shareOfAliens } from './words.js'

/**
 * A certificate as lines of text: the promise with its price, its numbers, its conditions, what it does not cover, and
 * the ways out where it is costly and the evidence is at hand.
 *
 * @example
 * ```ts
 * const nominal = Float64Array.from({ length: 400 }, (_, i) => i)
 * const mixture = nominal.map((score, i) => (i % 2 === 0 ? score + 0.5 : 1000 + i))
 * const certificate = certify({ samples: prepare(nominal, mixture), alpha: 0.55, recall: 0.5, confidence: 0.8 })
 * describeCertificate(certificate)[1] // => ' threshold alarm when score > 398.5'
 * ```
 */
export function describeCertificate(certificate: Certificate, evidence?: Evidence): string[] {
  const c = certificate
  const everything = c.tau === Number.NEGATIVE_INFINITY
  const upper =
    c.falseAlarmRateUpper === null || !hasTerms(c)
      ? ''
      : `, at most ${percent(c.falseAlarmRateUpper, 'up')}, ${boundWords(c)}`
  const rows: [string, string][] = [
    ['threshold', everything ? 'none: every row alarms' : `alarm when score > ${c.tau}`],
    ['false alarms', `${ordinaryRows(c.falseAlarmRate)}${upper}`],
    ['alarms', `${percent(c.alarmRate)} of the mixture`],
    ['alpha', alphaWords(c)],
    ['method', methodLine(c)],
    ['data', `${count(c.n0)} nominal (${nominalSources[c.nominalScores]}) and ${count(c.nm)} mixture rows`],
    [
      'ranking',
      c.admissible.ok
        ? 'nothing in the data contradicts that aliens score higher'
        : `some aliens score lower than ordinary rows (p = ${number(c.admissible.pValue, 2)})`,
    ],
  ]
  return [
    sentence(c),
    ...rows.map(([name, value]) => `  ${name.padEnd(13)} ${value}`),
    ...(hasTerms(c) ? warnings(c, evidence) : []),
  ]
}

function warnings(certificate: Promised, evidence: Evidence | undefined): string[] {
  const price = priceOf(certificate, evidence)!
  const costly = costlyWords(price, certificate)
  return [
    ...(costly === null ? [] : [`  ! ${costly}`]),
    ...price.waysOut.map((way) => `    - ${wayOutWords(way, certificate.recall, price.limit)}`),
    ...conditions(certificate).map((line) => `  ! ${line}`),
    `  ${uncoveredWords(certificate)}`,
  ]
}

/** The share of aliens, or their number where that is what is known. */
function alphaWords(certificate: Certificate): string {
  const { alphaSource, aliensAtMost, nm } = certificate
  return aliensAtMost === undefined
    ? `${alphaSource === 'estimate' ? '' : 'at most '}${shareOfAliens(certificate)} of the mixture is alien, ${alphaSources[alphaSource]}`
    : `at most ${count(aliensAtMost)} of these ${count(nm)} rows are alien, ${alphaSources[alphaSource]}`
}

function methodLine({ method, q, epsilon }: Certificate): string {
  const parts = [q === null ? null : `q = ${number(q)}`, epsilon === null ? null : `epsilon = ${number(epsilon)}`]
  const known = parts.filter((part) => part !== null)
  return known.length === 0 ? method : `${method} (${known.join(', ')})`
}

/**
 * What another method makes of the same data, in one line.
 *
 * @example
 * ```ts
 * const nominal = Float64Array.from({ length: 400 }, (_, i) => i)
 * const mixture = nominal.map((score, i) => (i % 2 === 0 ? score + 0.5 : 1000 + i))
 * const certificate = certify({ samples: prepare(nominal, mixture), alpha: 0.55, recall: 0.5, confidence: 0.8 })
 * alternativeLine(certificate) // => 'for comparison, exact: the same promise with alarms on about 0.25 % of ordinary rows'
 * ```
 */
export function alternativeLine(certificate: Certificate): string {
  const { method, falseAlarmRate, tau, attainable, needed } = certificate
  const name = `for comparison, ${method}`
  if (hasTerms(certificate)) {
    const price =
      tau === Number.NEGATIVE_INFINITY
        ? 'only by alarming on every row'
        : `with alarms on ${ordinaryRows(falseAlarmRate)}`
    const same = standing(certificate) === 'conditional' ? 'the same conditional promise' : 'the same promise'
    return `${name}: ${same} ${price}`
  }
  const could = attainable?.recall == null ? 'no promise' : `a recall of at most ${percent(attainable.recall, 'down')}`
  return `${name}: ${could} from these data${needed ? `; ${rowsOf(needed)} would do` : ''}`
}

function rowsOf({ n0, nm }: { readonly n0: number; readonly nm: number }): string {
  return n0 === nm ? `${count(n0)} rows in each sample` : `${count(n0)} nominal and ${count(nm)} mixture rows`
}
