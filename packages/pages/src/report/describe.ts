import type { Certificate } from '@xenolith/core'
import { count, number, percent } from '../index.js'
import { conditions, hasTerms, sentence, standing } from './sentence.js'
import { alphaSources, nominalSources } from './words.js'

/** A certificate as lines of text: the promise, its price, its numbers, its conditions. */
export function describeCertificate(certificate: Certificate): string[] {
  const c = certificate
  const everything = c.tau === Number.NEGATIVE_INFINITY
  const upper =
    c.falseAlarmRateUpper === null ? '' : `, at most ${percent(c.falseAlarmRateUpper, 'up')} at the same confidence`
  const rows: [string, string][] = [
    ['threshold', everything ? 'none: every row alarms' : `alarm when score > ${c.tau}`],
    ['false alarms', `about ${percent(c.falseAlarmRate)} of nominal rows${upper}`],
    ['alarms', `${percent(c.alarmRate)} of the mixture`],
    ['alpha', `${c.alpha}, ${alphaSources[c.alphaSource]}`],
    ['method', methodLine(c)],
    ['data', `${count(c.n0)} nominal (${nominalSources[c.nominalScores]}) and ${count(c.nm)} mixture rows`],
    [
      'admissible',
      c.admissible.ok ? 'not contradicted by the data' : `contradicted (p = ${number(c.admissible.pValue, 2)})`,
    ],
  ]
  const narrowed = conditions(c).map((line) => `  ! ${line}`)
  return [
    sentence(c),
    ...rows.map(([name, value]) => `  ${name.padEnd(13)} ${value}`),
    ...(hasTerms(c) ? narrowed : []),
  ]
}

function methodLine({ method, q, epsilon }: Certificate): string {
  const parts = [q === null ? null : `q = ${number(q)}`, epsilon === null ? null : `epsilon = ${number(epsilon)}`]
  const known = parts.filter((part) => part !== null)
  return known.length === 0 ? method : `${method} (${known.join(', ')})`
}

/** What another method makes of the same data, in one line. */
export function alternativeLine(certificate: Certificate): string {
  const { method, falseAlarmRate, tau, attainable, needed } = certificate
  const name = `for comparison, ${method}`
  if (hasTerms(certificate)) {
    const price =
      tau === Number.NEGATIVE_INFINITY
        ? 'only by alarming on every row'
        : `with about ${percent(falseAlarmRate)} false alarms`
    const same = standing(certificate) === 'conditional' ? 'the same conditional promise' : 'the same promise'
    return `${name}: ${same} ${price}`
  }
  const could = attainable?.recall == null ? 'no promise' : `at most recall ${attainable.recall}`
  return `${name}: ${could} from these data${needed ? `; ${count(needed.n0)} rows in each sample would do` : ''}`
}
