import { DEFAULT_DETECTOR, type DetectorName, detectorNames, XenolithError } from '@xenolith/core'
import { type DetectorOption, detectorOf } from '@xenolith/core/internals'
import { DEFAULT_CHOICE } from '@xenolith/study'
import { type Command, Option } from 'commander'
import { toCount, toNames, toNumber } from './options.js'

/** What --detector takes: a detector of the table, or the choice among several. */
export type DetectorChoice = DetectorName | 'auto'

const AUTO =
  'auto (several are compared on rows that do not certify; the one with the fewest false alarms is taken, or a blend of those about as good)'

/** Adds --detector and the flags of every detector, and refuses those that the chosen one does not have. */
export function withDetectorFlags(command: Command, mayChoose: boolean): Command {
  const kinds = detectorNames.map((name) => `${name} (${detectorOf(name).description})`)
  const choices: DetectorChoice[] = mayChoose ? ['auto', ...detectorNames] : [...detectorNames]
  command.addOption(
    new Option('--detector <NAME>', [...(mayChoose ? [AUTO] : []), ...kinds].join(', '))
      .choices(choices)
      .default(mayChoose ? DEFAULT_CHOICE : DEFAULT_DETECTOR),
  )
  for (const { option } of everyOption()) command.addOption(option)
  return command.hook('preAction', (_, action) => {
    nameDetector(action)
    refuseForeignFlags(action)
  })
}

/** Without --detector, a flag of the isolation forest names it, and so do rows drawn for training, which leave nothing to choose by. */
function nameDetector(command: Command): void {
  if (command.getOptionValueSource('detector') !== 'default' || command.opts().detector !== DEFAULT_CHOICE) return
  const own = detectorOf(DEFAULT_DETECTOR).options.map(({ option }) => option)
  const given = (name: string): boolean => !['default', undefined].includes(command.getOptionValueSource(name))
  const drawn = given('trainRows') || command.opts().engine === 'spark'
  if (drawn || own.some(given)) command.setOptionValueWithSource('detector', DEFAULT_DETECTOR, 'implied')
}

/** Every flag once, with the detectors that have it. */
function everyOption(): { readonly owners: readonly DetectorName[]; readonly option: Option }[] {
  const owners = new Map<string, DetectorName[]>()
  const described = new Map<string, DetectorOption>()
  for (const name of detectorNames) {
    for (const option of detectorOf(name).options) {
      owners.set(option.flag, [...(owners.get(option.flag) ?? []), name])
      if (!described.has(option.flag)) described.set(option.flag, option)
    }
  }
  return [...described].map(([flag, option]) => ({ owners: owners.get(flag)!, option: commandOption(option) }))
}

function commandOption({ flag, takes, help }: DetectorOption): Option {
  const option = new Option(flag, help)
  if (takes === 'off') return option
  if (takes === 'count') return option.argParser(toCount)
  if (takes === 'number') return option.argParser(toNumber)
  if (takes === 'names') return option.argParser(toNames)
  if ('countOr' in takes) return option.argParser((text) => (takes.countOr.includes(text) ? text : toCount(text)))
  return option.choices([...takes])
}

/** Options of training and of reading rows, which a file of scores has no use for. */
const READING = ['features', 'ignore', 'types', 'label', 'perClass', 'id', 'workers', 'holdout'] as const

/** A flag that would have no effect is a mistake: the user expects one. */
function refuseForeignFlags(command: Command): void {
  const { detector, column } = command.opts<{ detector: DetectorChoice; column?: string }>()
  const given = (option: Option): boolean => command.getOptionValueSource(option.attributeName()) === 'cli'
  for (const { owners, option } of everyOption()) {
    if (!given(option)) continue
    if (column !== undefined) throw withoutEffect(option.long!, '--column, which reads scores: no detector is trained')
    if (detector === 'auto' || !owners.includes(detector)) {
      throw withoutEffect(option.long!, `--detector ${detector}: it belongs to ${owners.join(' and ')}`)
    }
  }
  if (column === undefined) return
  const idle = ['detector', ...READING].find((name) => command.getOptionValueSource(name) === 'cli')
  if (idle === undefined) return
  const flag = command.options.find((option) => option.attributeName() === idle)!.long!
  throw withoutEffect(flag, '--column, which reads scores: no detector is trained')
}

function withoutEffect(flag: string, reason: string): XenolithError {
  return new XenolithError('bad-option', `${flag} has no effect with ${reason}`)
}
