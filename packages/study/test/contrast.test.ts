import { decodeModelFile, encodeModelFile, paperTable, score, selectRows, substream } from '@xenolith/core'
import { createEngine } from '@xenolith/engine'
import { afterAll, describe, expect, it } from 'vitest'
import { type Finished, type Listener, type StudyRequest, study } from '../src/index.js'
import { trainAndScore } from '../src/train.js'

const rows = 400
const nominal = paperTable(rows, () => false, substream(7, 'nominal'))
const mixture = paperTable(rows, (row) => row % 2 === 0, substream(7, 'mixture'))
const terms = { alpha: 0.5, recall: 0.6, confidence: 0.9 } as const
const training = { detector: 'contrast', contrastTrees: 60 } as const
const engine = createEngine({ workers: 1 })
afterAll(() => engine.close())

function listening(): { listener: Listener; notes: string[] } {
  const notes: string[] = []
  return { notes, listener: { note: (text) => notes.push(text), progress: () => () => {} } }
}

async function finished(request: StudyRequest, data = {}): Promise<Finished> {
  const outcome = await study({ nominal, mixture, ...data }, request, { engine })
  if (outcome.refused) throw new Error(outcome.reason)
  return outcome
}

describe('a study with a detector that learns from the mixture', () => {
  it('certifies cross-fitted scores of both samples, and says what that does to the promise', async () => {
    const { file } = await finished({ terms, training })
    expect(file.certificate).toMatchObject({ nominalScores: 'cross-fitted', n0: rows, nm: rows, certified: true })
    expect(file.certificate.assumptions.at(-1)).toContain('cross-fitted')
    const read = decodeModelFile(encodeModelFile(file))
    expect(score(read.model, mixture)).toEqual(score(file.model, mixture))
    expect(read.settings).toEqual({ ...terms, ...training })
  })

  it('holds out rows of both samples, and certifies on these alone', async () => {
    const request = { terms, training: { ...training, holdout: 0.5 } }
    const { file } = await finished(request)
    expect(file.certificate).toMatchObject({ nominalScores: 'held-out', n0: 200, nm: 200 })
    const scored = await trainAndScore({ nominal, mixture }, request, { engine, ...listening() })
    expect(scored.mixtureRows).toHaveLength(200)
    expect(score(scored.model, selectRows(mixture, scored.mixtureRows!))).toEqual(scored.mixture)
    const { row, score: top } = file.evidence.topRows!
    expect(top).toEqual([
      ...score(
        scored.model,
        selectRows(
          mixture,
          row.map((r) => r - 1),
        ),
      ),
    ])
  })

  it('reads the audit of rows that were held out, by their place', async () => {
    const all = Array.from({ length: rows }, (_, i) => i)
    const audit = { rows: all, verdicts: all.map((row) => (row % 2 === 0 ? ('alien' as const) : ('nominal' as const))) }
    const { file } = await finished(
      { terms: { recall: 0.6, confidence: 0.9 }, training: { ...training, holdout: 0.5 } },
      { audit },
    )
    const { audit: summary } = file.certificate
    const scored = await trainAndScore(
      { nominal, mixture },
      { terms, training: { ...training, holdout: 0.5 } },
      {
        engine,
        ...listening(),
      },
    )
    expect(summary?.labelled).toBe(200)
    expect(summary?.aliens).toBe(scored.mixtureRows!.filter((row) => row % 2 === 0).length)
  })

  it('certifies without the rows that a stack set aside', async () => {
    const { file } = await finished({ terms, training: { ...training, stack: 'knn' } })
    expect(file.certificate).toMatchObject({ n0: 300, nm: rows })
  })

  it('says that nothing could be learned where there is nothing', async () => {
    const { notes, listener } = listening()
    const same = paperTable(rows, () => false, substream(8, 'no aliens'))
    await trainAndScore({ nominal, mixture: same }, { terms, training }, { engine, listener })
    expect(notes).toContainEqual(expect.stringContaining('has learned nothing that chance would not explain'))
  })

  it('refuses a detector for each class', async () => {
    const classes = new Array(rows).fill('one')
    await expect(study({ nominal, mixture, classes }, { terms, training }, { engine })).rejects.toMatchObject({
      code: 'bad-option',
    })
  })
})
