import { bytes, count, counted, type Html, html, renderTable } from '../index.js'
import { commandOf } from './command.js'
import type { ReportInput } from './input.js'
import { signatureWords } from './signature.js'

/** What it takes to check or repeat the result. */
export function renderProvenance(input: ReportInput): Html {
  const { certificate, detector, features, data, seed, id, version, made, settings, signature } = input
  const facts: [string, string | Html][] = [
    ...(made === undefined ? [] : ([['Date of this report', made]] satisfies [string, string][])),
    ...(settings === undefined
      ? []
      : ([['Command', html`<code class="command">${commandOf(settings, data, { seed, id })}</code>`]] satisfies [
          string,
          Html,
        ][])),
    ['Detector', detector],
    [
      'Exact threshold',
      html`<code>${certificate.tau === -Infinity ? 'null (everything alarms)' : String(certificate.tau)}</code>`,
    ],
    ['Seed', html`<code>${String(seed)}</code>`],
    ['Xenolith version', html`<code>${version}</code>`],
    ...(signature === undefined ? [] : ([['Signature', signatureWords(signature)]] as [string, string][])),
    ['Features', featureList(features)],
  ]
  return html`<section aria-labelledby="provenance">
<h2 id="provenance">Provenance</h2>
<dl class="facts">${facts.map(([name, fact]) => html`<div><dt>${name}</dt><dd>${fact}</dd></div>\n`)}</dl>
${data.length > 0 && files(data)}
</section>`
}

function files(data: ReportInput['data']): Html {
  return renderTable(
    {
      caption: 'Data fingerprints',
      columns: [
        { heading: 'role', numeric: false },
        { heading: 'file', numeric: false },
        { heading: 'rows', numeric: true },
        { heading: 'size', numeric: true },
        { heading: 'SHA-256', numeric: false },
      ],
      rows: data.map((file) => [
        file.role,
        file.name,
        count(file.rows),
        bytes(file.bytes),
        html`<code class="hash">${file.sha256}</code>`,
      ]),
    },
    'Data fingerprints',
  )
}

function featureList(features: ReportInput['features']): Html {
  if (features.length === 0) return html`none; scores were given`
  const kinds = new Map<string, number>()
  for (const { kind } of features) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  const total = `${counted(features.length, 'feature')}: ${[...kinds].map(([kind, many]) => `${count(many)} ${kind}`).join(', ')}`
  const list = html`<ul class="features">${features.map(({ name, kind }) => html`<li><span class="name">${name}</span> <span class="kind">${kind}</span></li>`)}</ul>`
  return features.length <= 12 ? html`${total}${list}` : html`<details><summary>${total}</summary>${list}</details>`
}
