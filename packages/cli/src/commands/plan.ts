import { type Plan, type PlanMethod, plan, planMethods, XenolithError } from '@xenolith/core'
import { readModel } from '@xenolith/files'
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
  readonly alpha?: number
  readonly model?: string
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
    .description('How much data a promise takes; or, from sizes or a budget, what promise they can carry.')
    .addOption(alphaOption())
    .addOption(recallOption().makeOptionMandatory())
    .addOption(confidenceOption().makeOptionMandatory())
    .addOption(new Option('--method <NAME>', 'how the promise is proved').choices(planMethods).default(planMethods[0]))
    .option('--nominal <N>', 'nominal rows at hand', toCount)
    .option('--mixture <N>', 'mixture rows at hand', toCount)
    .option('--budget <N>', 'what may be spent on rows; a nominal row costs 1', toCount)
    .option(
      '--mixture-cost <C>',
      'what a mixture row costs, in nominal rows (exact and count, and dkw with a budget; default: 1)',
      toNumber,
    )
    .option('--power <P>', 'chance of a certificate to plan for (exact and count; default: 0.9)', toNumber)
    .option(
      '--false-alarms <F>',
      'the false alarm rate at this recall that you would accept, or know your detector to have (default: few, with a good detector)',
      toNumber,
    )
    .option('--model <MODEL>', 'plan for the detector of this model: uses the curves observed with it, and its alpha')
    .option(
      '--q <Q>',
      'theorem1 and dkw, without sizes: the q to run Algorithm 1 with (default: 0, the least data)',
      toNumber,
    )
  return withCommon(command)
    .addHelpText('after', EXAMPLES)
    .action(async (options: PlanOptions) => {
      const terminal = createTerminal(options)
      if (options.model !== undefined && options.falseAlarms !== undefined) {
        throw new XenolithError('bad-option', '--false-alarms does not go with --model, whose own curves are used')
      }
      const file = options.model === undefined ? undefined : await readModel(options.model)
      const alpha = options.alpha ?? file?.certificate.alpha
      if (alpha === undefined) throw new XenolithError('bad-option', 'give --alpha, or a --model that has one')
      const answer = plan({
        ...options,
        alpha,
        n0: options.nominal,
        nm: options.mixture,
        falseAlarmRate: options.falseAlarms,
        curves: file?.evidence.curves,
      })
      if (options.json) return terminal.json(answer)
      terminal.answer(describe(answer, options).join('\n'))
    })
}

function describe(answer: Plan, options: PlanOptions): string[] {
  const { method, alpha, recall, confidence, n0, nm, power, attainableRecall, audit } = answer
  const asked = options.nominal === undefined && options.mixture === undefined && options.budget === undefined
  const known = options.falseAlarms !== undefined || options.model !== undefined
  const kind = known ? '' : ' with at most about 5 % false alarms'
  const chance = `chance of a certificate${kind}: ${percent(power)}`
  const detector =
    options.model === undefined
      ? `detector with separation ${number(answer.separation, 3)}`
      : `curves of ${options.model}, like a separation of ${number(answer.separation, 3)}`
  const verdict = answer.feasible
    ? 'enough'
    : `not enough to count on it; they could promise ${attainableRecall === null ? 'no recall' : `a recall of ${percent(attainableRecall, 'down')}`}`
  return [
    `recall ${percent(recall)} at confidence ${percent(confidence)} with at most ${percent(alpha)} aliens, by ${method}:`,
    `  data    ${count(n0)} nominal and ${count(nm)} mixture rows${asked ? '' : `: ${verdict}`}${margin(answer)}`,
    `  power   ${chance} (${detector})`,
    `  audit   or label about ${count(audit.labels)} random mixture rows, to find ${count(audit.aliens)} aliens`,
  ]
}

function margin({ epsilon, q }: Plan): string {
  return epsilon === null || q === null ? '' : ` (q = ${number(q)}, epsilon = ${number(epsilon)})`
}

const EXAMPLES = `
Examples:
  xenolith plan --alpha 0.1 --recall 0.9 --confidence 0.95
  xenolith plan --alpha 0.1 --recall 0.9 --confidence 0.95 --false-alarms 0.2
  xenolith plan --model model.xeno --recall 0.9 --confidence 0.95
  xenolith plan --alpha 0.2 --recall 0.9 --confidence 0.95 --nominal 5000 --mixture 20000
  xenolith plan --alpha 0.05 --recall 0.9 --confidence 0.95 --budget 20000 --mixture-cost 0.01
  xenolith plan --alpha 0.1 --recall 0.95 --confidence 0.95 --method theorem1 --json`
