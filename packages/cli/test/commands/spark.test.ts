import { beforeAll, describe, expect, it } from 'vitest'
import { csv, example, files, workshop, write } from './run.js'

const { path, xenolith } = workshop()
const promise = ['--alpha', '0.5', '--recall', '0.5', '--confidence', '0.8'] as const
const spark = ['--engine', 'spark', '--master', 'local[1]'] as const
const rows = ['--model', 'm.xeno', '--input', 'x', ...spark] as const

beforeAll(() => {
  const { nominal, mixture } = example(60)
  write(path('nominal.csv'), csv(nominal, {}))
  write(path('mixture.csv'), csv(mixture, {}))
})

/** What is refused before Spark is started; python/tests holds what it answers. */
describe('--engine spark', () => {
  it.each([
    [['threshold', ...files, ...promise, '--master', 'local[1]'], '--master has no effect without --engine spark'],
    [['threshold', ...files, ...promise, '--spark-conf', 'a=b'], '--spark-conf has no effect without --engine spark'],
    [['threshold', ...files, ...promise, '--engine', 'spark', '--id', 'x'], '--engine spark needs --master'],
    [['threshold', ...files, ...promise, ...spark], '--engine spark needs --id, the column that names rows'],
    [
      ['fit', ...files, ...promise, ...spark, '--id', 'x', '--holdout', '.5', '--out', 'm.xeno'],
      '--holdout does not go with --engine spark',
    ],
    [
      ['fit', ...files, ...promise, ...spark, '--id', 'x', '--detector', 'auto', '--out', 'm.xeno'],
      '--train-rows does not go with --detector: auto',
    ],
    [
      ['threshold', ...files, ...promise, ...spark, '--id', 'x', '--out', 'm.xeno'],
      '--out does not go with --engine spark',
    ],
    [
      ['threshold', ...files, ...promise, ...spark, '--id', 'x', '--spark-conf', 'spark.submit.deployMode=cluster'],
      'spark.submit.deployMode must be client',
    ],
    [['detect', ...rows, '--id', 'x'], '--engine spark needs --out'],
    [['detect', ...rows, '--id', 'x', '--json'], '--json needs --out'],
    [['detect', ...rows, '--out', 'folder'], '--engine spark needs --id, the column that names rows'],
    [['detect', ...rows, '--id', 'x', '--out', 'folder'], 'm.xeno: no such file'],
    [['score', ...rows, '--out', 'folder'], '--engine spark needs --id, the column that names rows'],
    [['fit', ...files, ...promise, ...spark, '--out', 'm.xeno'], '--engine spark needs --id'],
    [
      ['fit', ...files, ...promise, ...spark, '--id', 'x', '--detector', 'contrast', '--out', 'm.xeno'],
      '--train-rows does not go with --detector: contrast learns from the mixture',
    ],
    [
      ['threshold', ...files, ...spark, '--id', 'x', '--alpha', 'auto', ...promise.slice(2)],
      '--alpha auto does not go',
    ],
    ...['--fdr .1', '--p-values', '--group', '--group 3', '--workers 2', '--decimal ,', '--thousands .'].map(
      (flags) => [
        ['detect', ...rows, '--id', 'x', '--out', 'folder', ...flags.split(' ')],
        `${flags.split(' ')[0]} does not go with --engine spark`,
      ],
    ),
    ...['--audit a.csv', '--pilot .1', '--decimal ,', '--thousands .'].map((flags) => [
      ['fit', ...files, ...promise, ...spark, '--id', 'x', '--out', 'm.xeno', ...flags.split(' ')],
      `${flags.split(' ')[0]} does not go with --engine spark`,
    ]),
    ...['--audit a.csv', '--decimal ,', '--thousands .'].map((flags) => [
      ['threshold', ...files, ...promise, ...spark, '--id', 'x', ...flags.split(' ')],
      `${flags.split(' ')[0]} does not go with --engine spark`,
    ]),
    [['threshold', ...files, ...promise, ...spark, '--spark-conf', 'nothing'], 'expected NAME=VALUE, got "nothing"'],
  ] as [string[], string][])('%j is refused in one line', (args, words) => {
    const { status, stderr } = xenolith(...args)
    expect(stderr).toContain(words)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(status).toBe(2)
  })
})
