import { certify, encodeModelFile, fit, paperTable, score, selectRows, substream, type Table } from '@xenolith/core'
import { createEngine } from '@xenolith/engine'
import { afterAll, describe, expect, it } from 'vitest'
import { type Finished, type StudyData, type StudyRequest, study, verify } from '../src/index.js'

const engine = createEngine({ workers: 1 })
afterAll(() => engine.close())

/** Rows with a colour beside the numbers, one of them in few rows only. */
function table(rows: number, alien: (row: number) => boolean, label: string): Table {
  const numbers = paperTable(rows, alien, substream(5, label))
  const codes = Int32Array.from({ length: rows }, (_, row) => (row % 97 === 0 ? 2 : row % 2))
  const colour = { name: 'colour', kind: 'categorical', codes, categories: ['green', 'red', 'violet'] } as const
  return { rows, columns: [...numbers.columns, colour] }
}
const nominal = table(900, () => false, 'nominal')
const mixture = table(700, (row) => row % 2 === 0, 'mixture')
const names = (rows: number, of: string): string[] => Array.from({ length: rows }, (_, row) => `${of}${row}`)
const data: StudyData = { nominal, mixture, nominalIds: names(900, 'n'), mixtureIds: names(700, 'm') }
const terms = { alpha: 0.5, recall: 0.6, confidence: 0.9 } as const
const request: StudyRequest = { terms, training: { trees: 30, trainRows: 200 }, id: 'name', seed: 3 }

async function finished(given: StudyData, asked: StudyRequest = request): Promise<Finished['file']> {
  const outcome = await study(given, asked, { engine })
  if (outcome.refused) throw new Error(outcome.reason)
  return outcome.file
}

const shuffled = (rows: number): Int32Array => {
  const random = substream(1, 'order')
  const order = Int32Array.from({ length: rows }, (_, row) => row)
  for (let i = rows - 1; i > 0; i--) {
    const j = random.below(i + 1)
    ;[order[i], order[j]] = [order[j], order[i]]
  }
  return order
}

describe('training on drawn rows', () => {
  it('certifies on all the other nominal rows, held out', async () => {
    const { model, certificate } = await finished(data)
    expect(certificate).toMatchObject({ n0: 700, nm: 700, nominalScores: 'held-out', certified: true })
    const all = score(model, nominal)
    const certified = certify({ nominal: [...all], mixture: score(model, mixture), ...terms })
    expect(certificate.falseAlarmRate).toBeCloseTo(certified.falseAlarmRate, 1)
  })

  it('gives the same bytes for rows in any order, as on a cluster that has none', async () => {
    const [a, b] = [shuffled(900), shuffled(700)]
    const other: StudyData = {
      nominal: selectRows(nominal, a),
      mixture: selectRows(mixture, b),
      nominalIds: Array.from(a, (row) => data.nominalIds![row]),
      mixtureIds: Array.from(b, (row) => data.mixtureIds![row]),
    }
    expect(encodeModelFile(await finished(other))).toEqual(encodeModelFile(await finished(data)))
  })

  it('gives the same bytes on tied scores too: ties are broken by the order of the draw', async () => {
    const coarse = (of: Table): Table => {
      const [first] = of.columns
      const values = (first as { values: Float64Array }).values.map((value) => Math.round(value))
      return { rows: of.rows, columns: [{ name: first.name, kind: 'numeric', values }] }
    }
    const rough = { ...data, nominal: coarse(nominal), mixture: coarse(mixture) }
    const asked = { ...request, terms: { ...terms, recall: 0.2 } }
    const order = shuffled(900)
    const other = {
      ...rough,
      nominal: selectRows(rough.nominal, order),
      nominalIds: Array.from(order, (row) => data.nominalIds![row]),
    }
    expect(encodeModelFile(await finished(other, asked))).toEqual(encodeModelFile(await finished(rough, asked)))
  })

  it('draws by row numbers where rows have no ids, and shows those', async () => {
    const { evidence, certificate } = await finished({ nominal, mixture })
    expect(certificate.n0).toBe(700)
    expect(evidence.topRows!.row.every((row) => row >= 1 && row <= 700)).toBe(true)
    const cells = evidence.topRows!.cells[0]
    const column = mixture.columns[0] as { values: Float64Array }
    expect(cells[0]).toBe(column.values[evidence.topRows!.row[0] - 1])
  })

  it('trains on what was drawn, in the order of the draw, and knows no category of other rows', async () => {
    const few: StudyRequest = { ...request, training: { trees: 10, trainRows: 20 }, terms: { ...terms, recall: 0.2 } }
    const { model, profiles } = await finished(data, few)
    expect(profiles!.nominal.rows).toBe(20)
    const colour = model.features.find(({ name }) => name === 'colour')
    expect(colour).toMatchObject({ categories: ['green', 'red'] })
    expect(fit(nominal, { trees: 10 }).model.features).not.toEqual(model.features)
  })

  it('can be made again', async () => {
    const file = await finished(data)
    expect(file.settings).toMatchObject({ trainRows: 200 })
    expect(await verify(encodeModelFile(file), file, data, { engine })).toEqual({ same: true, differences: [] })
  })
})

describe('is refused', () => {
  const ask = (given: Partial<StudyRequest>, more: Partial<StudyData> = {}) =>
    study({ ...data, ...more }, { ...request, ...given }, { engine })

  it.each([
    ['all nominal rows', { training: { trainRows: 900 } }, /from 1 to 899/],
    ['a holdout', { training: { trainRows: 20, holdout: 0.5 } }, /holdout/],
    ['a pilot', { pilot: 0.2 }, /pilot/],
    ['an estimated alpha', { terms: { ...terms, alpha: 'auto' } }, /alpha/],
    ['a detector that learns from the mixture', { training: { detector: 'contrast', trainRows: 20 } }, /mixture/],
    ['a choice of detectors', { training: { detector: 'auto', trainRows: 20 } }, /auto/],
  ])('%s', async (_, given, words) => {
    await expect(ask(given as Partial<StudyRequest>)).rejects.toThrow(words)
  })

  it('rows of one name', async () => {
    await expect(ask({}, { nominalIds: names(900, 'n').fill('twin', 0, 2) })).rejects.toThrow(
      /stands for two rows|twin/,
    )
  })

  it('an audit', async () => {
    await expect(ask({}, { audit: { rows: [0], verdicts: ['alien'] } })).rejects.toThrow(/audit/)
  })
})
