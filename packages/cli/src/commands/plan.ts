import { type Plan, plan } from '@xenolith/core'
import { Command } from 'commander'
import { type CommonOptions, type PromiseOptions, toCount, toNumber, withCommon, withPromise } from '../options.js'
import { count, number, percent } from '../report/format.js'
import { createTerminal } from '../terminal.js'

interface PlanOptions extends CommonOptions, PromiseOptions {
  readonly recall: number
  readonly confidence: number
  readonly nominal?: number
  readonly mixture?: number
  readonly budget?: number
}

export function planCommand(): Command {
  const command = new Command('plan')
    .summary('how much data a promise takes, or what promise data can carry')
    .description('How much data a promise takes; or, from sizes or a budget, what they can carry.')
  return withCommon(withPromise(command, true))
    .option('--q <Q>', 'the q to run Algorithm 1 with; 0, the least data, unless told', toNumber)
    .option('--nominal <N>', 'nominal rows at hand', toCount)
    .option('--mixture <N>', 'mixture rows at hand', toCount)
    .option('--budget <N>', 'rows to divide between both samples', toCount)
    .addHelpText('after', EXAMPLES)
    .action((options: PlanOptions) => {
      const terminal = createTerminal(options)
      const { nominal: n0, mixture: nm, ...rest } = options
      const answer = plan({ ...rest, n0, nm })
      if (options.json) return terminal.json(answer)
      terminal.answer(describe(answer, options).join('\n'))
    })
}

function describe(answer: Plan, options: PlanOptions): string[] {
  const promise = `recall ${percent(answer.recall)} at confidence ${percent(answer.confidence)}, alpha ${answer.alpha}, method ${answer.method}`
  const sizes = `${count(answer.n0)} nominal and ${count(answer.nm)} mixture rows`
  if (options.nominal === undefined && options.mixture === undefined && options.budget === undefined) {
    const more = [0.25, 0.5, 0.75].map((share) => {
      const q = Number(((1 - answer.recall) * share).toPrecision(3))
      const { n0, epsilon } = plan({ ...options, q })
      return `  q = ${q}: epsilon = ${number(epsilon)}, ${count(n0)} rows in each sample`
    })
    return [
      `${promise}: ${sizes} (q = ${number(answer.q)}, epsilon = ${number(answer.epsilon)}).`,
      'A larger q means fewer false alarms, and more data:',
      ...(options.q === undefined ? more : []),
    ].slice(0, options.q === undefined ? undefined : 1)
  }
  const verdict = answer.feasible
    ? `carry it with q = ${number(answer.q)}, epsilon = ${number(answer.epsilon)}.`
    : `cannot carry it: epsilon = ${number(answer.epsilon)} is more than 1 - recall. ${alternative(answer)}`
  return [`${promise}: ${sizes} ${verdict}`]
}

function alternative(answer: Plan): string {
  const recall = Math.floor((1 - answer.epsilon) * 1e4) / 1e4
  return recall > 0 ? `The largest recall they could promise is ${recall}.` : 'They can promise nothing.'
}

const EXAMPLES = `
Examples:
  xenolith plan --alpha 0.1 --recall 0.95 --confidence 0.95
  xenolith plan --alpha 0.2 --recall 0.9 --confidence 0.95 --nominal 5000 --mixture 20000
  xenolith plan --alpha 0.2 --recall 0.9 --confidence 0.95 --budget 100000 --json`
