import { type Plan, type PlanMethod, plan, planMethods } from '@xenolith/core'
import { count, number, percent } from '@xenolith/pages'
import { Command, Option } from 'commander'
import {
  alphaOption,
  type CommonOptions,
  confidenceOption,
  recallOption,
  toCount,
  toNumber,
  withCommon,
} from '../options.js'
import { createTerminal } from '../terminal.js'

interface PlanOptions extends CommonOptions {
  readonly alpha: number
  readonly recall: number
  readonly confidence: number
  readonly method: PlanMethod
  readonly q?: number
  readonly nominal?: number
  readonly mixture?: number
  readonly budget?: number
  readonly mixtureCost?: number
  readonly power?: number
  readonly falseAlarms?: number
}

export function planCommand(): Command {
  const command = new Command('plan')
    .summary('how much data a promise takes, or what promise data can carry')
    .description('How much data a promise takes; or, from sizes or a budget, what they can carry.')
    .addOption(alphaOption().makeOptionMandatory())
    .addOption(recallOption().makeOptionMandatory())
    .addOption(confidenceOption().makeOptionMandatory())
    .addOption(new Option('--method <NAME>', 'how the promise is proved').choices(planMethods).default(planMethods[0]))
    .option('--nominal <N>', 'nominal rows at hand', toCount)
    .option('--mixture <N>', 'mixture rows at hand', toCount)
    .option('--budget <N>', 'what may be spent on rows; a nominal row costs 1', toCount)
    .option('--mixture-cost <C>', 'what a mixture row costs, in nominal rows (default: 1)', toNumber)
    .option('--power <P>', 'chance of a certificate to plan for (exact; default: 0.9)', toNumber)
    .option(
      '--false-alarms <F>',
      "the detector's false alarm rate at this recall, if known (default: a good detector's)",
      toNumber,
    )
    .option('--q <Q>', 'theorem1 and dkw: the q to run Algorithm 1 with (default: 0, the least data)', toNumber)
  return withCommon(command)
    .addHelpText('after', EXAMPLES)
    .action((options: PlanOptions) => {
      const terminal = createTerminal(options)
      const answer = plan({ ...options, n0: options.nominal, nm: options.mixture, falseAlarmRate: options.falseAlarms })
      if (options.json) return terminal.json(answer)
      terminal.answer(describe(answer, options).join('\n'))
    })
}

function describe(answer: Plan, options: PlanOptions): string[] {
  const { method, alpha, recall, confidence, n0, nm, power, attainableRecall, audit } = answer
  const asked = options.nominal === undefined && options.mixture === undefined && options.budget === undefined
  const chance = `chance of a certificate with at most about 5 % false alarms: ${(100 * power).toFixed(1)} %`
  const verdict = answer.feasible
    ? 'enough'
    : `not enough; the largest recall they could promise is ${attainableRecall ?? 'none'}`
  return [
    `recall ${percent(recall)} at confidence ${percent(confidence)} with alpha ${alpha}, by ${method}:`,
    `  data    ${count(n0)} nominal and ${count(nm)} mixture rows${asked ? '' : `: ${verdict}`}${margin(answer)}`,
    `  power   ${chance} (detector with separation ${number(answer.separation, 3)})`,
    `  audit   or label about ${count(audit.labels)} random mixture rows, to find ${count(audit.aliens)} aliens`,
  ]
}

function margin({ epsilon, q }: Plan): string {
  return epsilon === null || q === null ? '' : ` (q = ${number(q)}, epsilon = ${number(epsilon)})`
}

const EXAMPLES = `
Examples:
  xenolith plan --alpha 0.1 --recall 0.9 --confidence 0.95
  xenolith plan --alpha 0.2 --recall 0.9 --confidence 0.95 --nominal 5000 --mixture 20000
  xenolith plan --alpha 0.05 --recall 0.9 --confidence 0.95 --budget 20000 --mixture-cost 0.01
  xenolith plan --alpha 0.1 --recall 0.95 --confidence 0.95 --method theorem1 --json`
