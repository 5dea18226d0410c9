import { alignTable, checkTable, type Feature, featuresOf, type Table } from '../../data/table.js'
import { expect } from '../../errors.js'
import { exp, log } from '../../numeric/elementary.js'
import type { Fit } from '../detector.js'

export const INPUTS = ['logits', 'probabilities'] as const
export type SoftmaxInput = (typeof INPUTS)[number]

export const RULES = ['max-softmax', 'max-logit', 'energy'] as const
export type SoftmaxRule = (typeof RULES)[number]

export interface SoftmaxOptions {
  /** What the columns hold: a classifier's logits (default) or its probabilities. */
  readonly input?: SoftmaxInput
  /** max-softmax (default): 1 - the largest probability. max-logit: minus the largest logit. energy: minus log-sum-exp. */
  readonly rule?: SoftmaxRule
}

export interface SoftmaxModel {
  readonly detector: 'softmax'
  readonly features: readonly Feature[]
  readonly input: SoftmaxInput
  readonly rule: SoftmaxRule
}

/** The baseline of Hendrycks and Gimpel on the outputs of a classifier trained elsewhere: nothing is fitted, one column per known category. */
export function fitSoftmax(table: Table, options: SoftmaxOptions = {}): Fit<SoftmaxModel> {
  const { input = 'logits', rule = 'max-softmax' } = options
  checkTable(table, 'the nominal data')
  expect(
    table.columns.length >= 2,
    'bad-option',
    `the softmax detector needs a column for each of at least 2 categories, got ${table.columns.length}`,
  )
  expect(INPUTS.includes(input), 'bad-option', `input must be logits or probabilities, got ${input}`)
  expect(RULES.includes(rule), 'bad-option', `rule must be one of ${RULES.join(', ')}; got ${rule}`)
  expect(
    input === 'logits' || rule === 'max-softmax',
    'bad-option',
    `the rule ${rule} needs logits; probabilities only carry max-softmax`,
  )
  const model: SoftmaxModel = { detector: 'softmax', features: featuresOf(table), input, rule }
  return { model, scores: scoreSoftmax(model, table), inBagRows: 0, nominalScores: 'given' }
}

export function scoreSoftmax(model: SoftmaxModel, table: Table): Float64Array {
  const columns = alignTable(table, model.features).columns.map((column) => {
    expect(column.kind === 'numeric', 'bad-type', `column "${column.name}" holds text; expected ${model.input}`)
    return column
  })
  const logits = model.input === 'logits'
  for (const { name, values } of columns) {
    const row = values.findIndex((x) => (logits ? Number.isNaN(x) : !(x >= 0 && x <= 1)))
    const wanted = logits ? 'a logit' : 'a probability'
    expect(row < 0, 'bad-row', `column "${name}", row ${row + 1} is ${values[row]}: expected ${wanted}`)
  }
  const output = new Float64Array(columns.length)
  return Float64Array.from({ length: table.rows }, (_, i) => {
    for (let k = 0; k < output.length; k++) output[k] = columns[k].values[i]
    return logits ? logitScore(output, model.rule) : 1 - largest(output)
  })
}

function logitScore(logits: Float64Array, rule: SoftmaxRule): number {
  const top = largest(logits)
  if (rule === 'max-logit') return -top
  const at = logits.indexOf(top)
  let others = 0 // the largest one is left out, so that a score near 0 keeps its digits
  for (let k = 0; k < logits.length; k++) if (k !== at) others += exp(logits[k] - top)
  return rule === 'energy' ? -(top + log(1 + others)) : others / (1 + others)
}

function largest(values: Float64Array): number {
  let most = values[0]
  for (const value of values) if (value > most) most = value
  return most
}
