import type { Certificate } from '@xenolith/core'
import { count, type Html, html, number, percent } from '../index.js'
import { conditions, hasTerms, refusal, sentence, standing } from './sentence.js'
import { alphaSources, nominalSources } from './words.js'

/** The promise (or its refusal) in words, then its numbers. */
export function renderSummary(certificate: Certificate): Html {
  return html`<section aria-labelledby="certificate">
<h2 id="certificate" class="visually-hidden">The certificate</h2>
${hasTerms(certificate) ? promise(certificate) : noPromise(certificate)}
<dl class="tiles">${tiles(certificate)}</dl>
</section>`
}

function promise(certificate: Certificate): Html {
  const kind = standing(certificate) === 'conditional' ? 'promise conditional' : 'promise'
  return html`<p class="${kind}">${sentence(certificate)}</p>
${conditions(certificate).map((condition) => html`<p class="condition">${condition}</p>`)}`
}

function noPromise(certificate: Certificate): Html {
  return html`<div class="refusal">
<p class="promise">No promise</p>
${refusal(certificate).map((line) => html`<p>${line}</p>`)}
</div>`
}

function tiles(certificate: Certificate): Html[] {
  const { tau, method, alpha, alphaSource, q, epsilon, eta, n0, nm, falseAlarmRateUpper: upper } = certificate
  const promised = hasTerms(certificate)
  const conditional = standing(certificate) === 'conditional'
  return [
    tile(
      'Threshold tau',
      tau === -Infinity ? 'none' : number(tau),
      tau === -Infinity ? 'everything alarms' : 'alarm when score\u00a0>\u00a0tau',
    ),
    tile(
      conditional ? 'Recall, conditional' : 'Promised recall',
      promised ? percent(certificate.recall, 'down') : 'none',
      conditional
        ? html`only if alpha ≤ <b>${number(alpha)}</b>`
        : promised
          ? 'share of aliens that alarm'
          : 'nothing is promised',
    ),
    tile(
      'Confidence',
      promised ? percent(1 - certificate.delta, 'down') : 'none',
      conditional ? 'on that condition' : promised ? 'in the promise' : 'nothing is promised',
    ),
    tile(
      'False alarm rate',
      percent(certificate.falseAlarmRate),
      upper === null ? 'estimate; no upper bound' : html`estimate; at most <b>${percent(upper, 'up')}</b>`,
    ),
    tile('Alarm rate', percent(certificate.alarmRate), 'share of the mixture that alarms'),
    tile('alpha', number(alpha), alphaSources[alphaSource]),
    tile('Nominal rows, n0', count(n0), nominalSources[certificate.nominalScores]),
    tile('Mixture rows, nm', count(nm), `up to about ${number(alpha * nm, 2)} aliens`),
    tile('Method', method, html`<a href="#methods">explained below</a>`),
    ...(q === null ? [] : [tile('q', number(q), 'estimated miss rate aimed at')]),
    ...(epsilon === null ? [] : [tile('epsilon', number(epsilon, 3), 'safety margin, a part of eta')]),
    tile(
      'eta',
      eta === null ? 'none' : percent(eta, 'up'),
      `miss rate ${conditional ? 'on that condition' : promised ? 'promised' : 'asked for, not promised'}`,
    ),
  ]
}

function tile(name: string, value: string, note: string | Html): Html {
  return html`<div class="tile"><dt>${name}</dt><dd class="value">${value}</dd><dd class="note">${note}</dd></div>\n`
}
