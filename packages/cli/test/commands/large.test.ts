import { readFileSync } from 'node:fs'
import { decodeModelFile, encodeModelFile, selectRows, type Table } from '@xenolith/core'
import { openSource } from '@xenolith/files'
import { study } from '@xenolith/study'
import { beforeAll, describe, expect, it } from 'vitest'
import { openScores } from '../../src/large/score-files.js'
import { createTerminal } from '../../src/terminal.js'
import { csv, example, files, workshop, write } from './run.js'

const { path, xenolith } = workshop()
const data = example(400)
const terms = ['--alpha', '0.5', '--recall', '0.5', '--confidence', '0.8'] as const
const draw = ['--train-rows', '100', '--trees', '20'] as const
const terminal = createTerminal({ quiet: true })

const backwards = (table: Table): Table =>
  selectRows(
    table,
    Int32Array.from({ length: table.rows }, (_, i) => table.rows - 1 - i),
  )
const bytes = (name: string): Uint8Array => new Uint8Array(readFileSync(path(name)))
const ok = (...args: string[]): string => {
  const ran = xenolith(...args)
  expect(ran.status, ran.stderr).toBe(0)
  return ran.stdout
}

beforeAll(() => {
  const of = (table: Table, prefix: string, first: number, step: number) =>
    csv(table, {
      kind: (row) => ((first + step * row) % 3 === 0 ? 'a' : 'b'),
      name: (row) => `${prefix}${first + step * row}`,
    })
  write(path('nominal.csv'), of(data.nominal, 'n', 0, 1))
  write(path('mixture.csv'), of(data.mixture, 'm', 0, 1))
  write(path('nominal-back.csv'), of(backwards(data.nominal), 'n', data.nominal.rows - 1, -1))
  write(path('mixture-back.csv'), of(backwards(data.mixture), 'm', data.mixture.rows - 1, -1))
  const scores = (values: readonly number[], prefix: string) =>
    `id,score\n${values.map((value, i) => `${prefix}${i},${value}`).join('\n')}\n`
  write(
    path('low.csv'),
    scores(
      Array.from({ length: 500 }, (_, i) => (i * 7) % 40),
      'n',
    ),
  )
  write(
    path('high.csv'),
    scores(
      Array.from({ length: 600 }, (_, i) => (i % 2) * 25 + ((i * 11) % 40)),
      'm',
    ),
  )
})

describe('fit --train-rows', () => {
  it('gives the bytes of the study of the same rows in memory', async () => {
    ok('fit', ...files, ...terms, ...draw, '--id', 'name', '--out', 'drawn.xeno')
    const file = decodeModelFile(bytes('drawn.xeno'))
    const read = async (name: string) => {
      const source = await openSource(path(name))
      const { table, strings } = await source.read({ except: ['name'], strings: ['name'] })
      await source.close()
      return { table, ids: strings[0] }
    }
    const [nominal, mixture] = [await read('nominal.csv'), await read('mixture.csv')]
    const outcome = await study(
      {
        nominal: nominal.table,
        mixture: mixture.table,
        nominalIds: nominal.ids,
        mixtureIds: mixture.ids,
        data: file.data,
      },
      {
        terms: { alpha: 0.5, recall: 0.5, confidence: 0.8 },
        training: { detector: 'iforest', trees: 20, trainRows: 100 },
        id: 'name',
      },
    )
    if (outcome.refused) throw new Error(outcome.reason)
    expect(encodeModelFile(outcome.file)).toEqual(bytes('drawn.xeno'))
    expect(file.certificate).toMatchObject({ n0: data.nominal.rows - 100, nominalScores: 'held-out' })
    expect(ok('verify', '--model', 'drawn.xeno', ...files)).toMatch(/is what these data give/)
  })

  it('does not depend on the order of rows that have ids', () => {
    const back = ['--nominal', 'nominal-back.csv', '--mixture', 'mixture-back.csv'] as const
    ok('fit', ...back, ...terms, ...draw, '--id', 'name', '--out', 'back.xeno')
    const [a, b] = [decodeModelFile(bytes('drawn.xeno')), decodeModelFile(bytes('back.xeno'))]
    expect(encodeModelFile({ ...b, data: a.data })).toEqual(encodeModelFile(a))
  })

  it('draws by row numbers without ids, and per class', () => {
    ok('fit', ...files, ...terms, ...draw, '--features', 'x1,x2,x3', '--out', 'numbers.xeno')
    ok('fit', ...files, ...terms, ...draw, '--id', 'name', '--label', 'kind', '--per-class', '--out', 'class.xeno')
    expect(decodeModelFile(bytes('class.xeno')).model.detector).toBe('per-class')
  })

  it.each([
    [['--train-rows', '400'], /--train-rows must be a whole number from 1 to 399/],
    [['--train-rows', '9', '--holdout', '.5'], /--train-rows does not go with --holdout/],
    [['--train-rows', '9', '--detector', 'auto'], /--train-rows does not go with --detector: auto/],
    [['--train-rows', '9', '--id', 'kind'], /stands for two rows/],
  ])('%j is refused in one line', (flags, words) => {
    const { status, stderr } = xenolith('fit', ...files, ...terms, ...flags, '--out', 'never.xeno')
    expect(stderr).toMatch(words)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(status).toBe(2)
  })
})

describe('threshold', () => {
  const scores = ['--nominal', 'low.csv', '--mixture', 'high.csv'] as const
  const where = { nominal: path('low.csv'), mixture: path('high.csv'), column: 'score', seed: 1 }

  it.each([undefined, 'id'])('is the same whether the files are held or looked through (id %s)', async (id) => {
    const answers = []
    for (const largeBytes of [Number.POSITIVE_INFINITY, 0]) {
      const opened = await openScores({ ...where, id }, terminal, { hold: false, largeBytes })
      expect(opened.held === undefined).toBe(largeBytes === 0)
      answers.push(
        await opened.ask(({ nominal, mixture, ties, worstGap }) => [
          nominal.at(99),
          mixture.countAtMost(30),
          ties,
          worstGap,
        ]),
      )
      await opened.close()
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[0][2]).not.toBeNull()
  })

  it('breaks ties by ids where it is told them', () => {
    const asked = ['threshold', ...scores, ...terms, '--json'] as const
    const named = JSON.parse(ok(...asked, '--id', 'id'))
    expect(named).toMatchObject({ method: 'exact', certified: true, n0: 500, nm: 600 })
    expect(JSON.parse(ok(...asked))).toMatchObject({ n0: 500, nm: 600 })
    expect(xenolith(...asked, '--id', 'nothing').stderr).toMatch(/nothing/)
    expect(xenolith(...asked, '--id', 'id', '--out', 'x.xeno').stderr).toMatch(/--id does not go with --out/)
  })
})
