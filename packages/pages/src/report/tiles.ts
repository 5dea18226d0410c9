import { type Certificate, hasTerms, standing } from '@xenolith/core'
import { count, type Html, html, number, percent } from '../index.js'
import { boundWords } from './price.js'
import { symbol } from './symbols.js'
import { alphaSources, nominalSources, shareOfAliens } from './words.js'

/** The numbers of a certificate in three groups: what is promised, what it costs, what it rests on. */
export function renderTiles(certificate: Certificate): Html {
  return html`<div class="groups">
${group(standing(certificate) === 'none' ? 'No promise' : 'Promise', promiseTiles(certificate))}
${group('Price', priceTiles(certificate))}
${group('Evidence', evidenceTiles(certificate))}
</div>`
}

function group(heading: string, tiles: readonly Html[]): Html {
  return html`<div class="group"><h3>${heading}</h3>
<dl class="tiles">${tiles}</dl>
</div>`
}

function promiseTiles(certificate: Certificate): Html[] {
  const { tau } = certificate
  const promised = hasTerms(certificate)
  const conditional = standing(certificate) === 'conditional'
  const everything = tau === -Infinity
  return [
    tile(
      conditional ? 'Aliens that alarm, conditional' : 'Aliens that alarm',
      promised ? `at least ${percent(certificate.recall, 'down')}` : 'no promise',
      conditional
        ? certificate.alphaSource === 'estimate'
          ? html`only if ${symbol('alpha')} ≤ <b>${shareOfAliens(certificate)}</b>`
          : 'only if no earlier look shaped the terms'
        : promised
          ? html`the ${symbol('recall')} promised`
          : 'nothing is promised',
    ),
    tile(
      'Confidence',
      promised ? percent(1 - certificate.delta, 'down') : 'none',
      conditional
        ? 'on that condition'
        : promised
          ? 'that the promise holds, over samples like these'
          : 'nothing is promised',
    ),
    tile(
      'Alarm when the score exceeds',
      everything ? 'nothing' : number(tau),
      everything ? 'every row alarms' : html`the threshold, ${symbol('tau')}`,
    ),
  ]
}

function priceTiles(certificate: Certificate): Html[] {
  const { falseAlarmRate, falseAlarmRateUpper: upper, alarmRate } = certificate
  const bound =
    upper === null || !hasTerms(certificate)
      ? html`an estimate; no upper bound`
      : html`an estimate; at most <b>${percent(upper, 'up')}</b>, ${boundWords(certificate)}`
  const none = falseAlarmRate === 0
  const per1000 = 1000 * falseAlarmRate
  const digits = per1000 < 10 ? 2 : Math.ceil(Math.log10(per1000 + 1))
  return [
    tile('Ordinary rows that alarm', none ? 'hardly any' : `about ${percent(falseAlarmRate)}`, bound),
    none
      ? tile('Of the ordinary rows seen', 'none', 'alarms for nothing')
      : tile('Of 1,000 ordinary rows', `about ${number(per1000, digits)}`, 'alarm for nothing'),
    tile('Rows of the mixture that alarm', percent(alarmRate), 'aliens and ordinary rows together'),
  ]
}

function evidenceTiles(certificate: Certificate): Html[] {
  const { alpha, alphaSource, n0, nm, method } = certificate
  return [
    tile('Ordinary rows seen', count(n0), nominalSources[certificate.nominalScores]),
    tile('Mixture rows seen', count(nm), `up to about ${number(alpha * nm, 2)} of them alien`),
    tile(
      'Share of aliens',
      `${alphaSource === 'estimate' ? 'taken for' : 'at most'} ${shareOfAliens(certificate)}`,
      html`${alphaSources[alphaSource]}, ${symbol('alpha')}`,
    ),
    tile(certificate.certified ? 'Proved by' : 'Made by', method, html`<a href="#methods">explained below</a>`),
  ]
}

function tile(name: string, value: string, note: string | Html): Html {
  return html`<div class="tile"><dt>${name}</dt><dd class="value">${value}</dd><dd class="note">${note}</dd></div>\n`
}
