import { XenolithError } from '@xenolith/core'
import { type Command, InvalidArgumentError, Option } from 'commander'

/** Where a command does its work. */
export interface EngineOptions {
  readonly engine?: 'local' | 'spark'
  readonly master?: string
  readonly sparkConf?: readonly string[]
}

export function withSpark(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--engine <NAME>',
        'where the work is done: local, or spark (by spark-submit, for paths that Spark reads; needs --id and the Python package xenolith-ocd)',
      ).choices(['local', 'spark']),
    )
    .option('--master <URL>', 'with --engine spark: the master, such as spark://host:7077, yarn or local[4]')
    .option('--spark-conf <K=V>', 'with --engine spark: a setting of Spark; may be given several times', setting)
}

function setting(text: string, before: readonly string[] = []): string[] {
  if (!/^[^=\s]+=./.test(text)) throw new InvalidArgumentError(`expected NAME=VALUE, got "${text}"`)
  return [...before, text]
}

/** Whether the work is Spark's; refuses flags that would have no effect, and work that Spark cannot do. */
export function onSpark(
  options: EngineOptions & { readonly id?: string },
  refused: Readonly<Record<string, unknown>>,
): boolean {
  const { engine = 'local', master, sparkConf = [], id } = options
  const bad = (what: string): XenolithError => new XenolithError('bad-option', what)
  if (engine === 'local') {
    if (master !== undefined) throw bad('--master has no effect without --engine spark')
    if (sparkConf.length > 0) throw bad('--spark-conf has no effect without --engine spark')
    return false
  }
  if (master === undefined) throw bad('--engine spark needs --master, such as spark://host:7077 or local[4]')
  if (id === undefined) {
    throw bad('--engine spark needs --id, the column that names rows: on a cluster rows have no numbers')
  }
  if (sparkConf.includes('spark.submit.deployMode=cluster')) {
    throw bad(
      'spark.submit.deployMode must be client: the driver reads the request and leaves the answer on this machine',
    )
  }
  const given = Object.keys(refused).find((flag) => refused[flag] !== undefined && refused[flag] !== false)
  if (given !== undefined) throw bad(`${given} does not go with --engine spark`)
  return true
}
