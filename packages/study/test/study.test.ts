import {
  certify,
  decodeModelFile,
  encodeModelFile,
  explain,
  fit,
  paperTable,
  raiseAlarms,
  score,
  selectRows,
  substream,
  type Table,
} from '@xenolith/core'
import { createEngine } from '@xenolith/engine'
import { afterAll, describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { alarms } from '../src/alarms.js'
import { type Finished, type Listener, type StudyRequest, silent, study, version } from '../src/index.js'

const rows = 300
const nominal = paperTable(rows, () => false, substream(7, 'nominal'))
const mixture = paperTable(rows, (row) => row % 2 === 0, substream(7, 'mixture'))
const terms = { alpha: 0.5, recall: 0.6, confidence: 0.9 } as const
const training = { trees: 60 } as const
const engine = createEngine({ workers: 1 })
afterAll(() => engine.close())

async function finished(request: StudyRequest, data = {}): Promise<Finished> {
  const outcome = await study({ nominal, mixture, ...data }, request, { engine })
  if (outcome.refused) throw new Error(outcome.reason)
  return outcome
}

describe('a study', () => {
  it('is what core gives step by step', async () => {
    const { file } = await finished({ terms, training, seed: 3 })
    const { model, scores, nominalScores } = fit(nominal, { ...training, seed: 3 })
    const certificate = certify({ nominal: scores, mixture: score(model, mixture), nominalScores, ...terms })
    expect(file.model).toEqual(model)
    expect(file.certificate).toEqual(certificate)
    expect(file.alternatives.map(({ method }) => method)).toEqual(['dkw', 'theorem1'])
    expect(file.evidence.topRows?.row.length).toBe(20)
    expect(file).toMatchObject({ version, seed: 3, id: null, data: [] })
  })

  it('gives the same bytes with an engine of its own, and bytes that can be read', async () => {
    const bytes = encodeModelFile((await finished({ terms, training })).file)
    const again = await study({ nominal, mixture }, { terms, training })
    expect(encodeModelFile((again as Finished).file)).toEqual(bytes)
    expect(decodeModelFile(bytes).certificate.certified).toBe(true)
  })

  it('records what was asked for, so that it can be asked again', async () => {
    const reading = { label: 'kind', features: ['x1', 'x2'] }
    const { file } = await finished({ terms, training: { ...training, holdout: 0.4 }, reading })
    expect(file.settings).toEqual({ ...terms, detector: 'iforest', ...training, holdout: 0.4, ...reading })
    expect(decodeModelFile(encodeModelFile(file)).settings).toEqual(file.settings)
  })

  it.each([
    ['all rows, out-of-bag', {}, 'out-of-bag', rows],
    ['rows held out', { holdout: 0.4 }, 'held-out', 120],
    ['another detector', { detector: 'loda', projections: 20 }, 'out-of-bag', rows],
    ['neighbours, left out one by one', { detector: 'knn' }, 'leave-one-out', rows],
  ] as const)('scores nominal rows honestly: %s', async (_, more, source, n0) => {
    const own = 'detector' in more ? more : { ...training, ...more }
    const { certificate } = (await finished({ terms: { alpha: 0.5, q: 0.1 }, training: own })).file
    expect(certificate).toMatchObject({ nominalScores: source, n0, certified: false, method: 'algorithm1' })
  })

  it('makes a detector for each class', async () => {
    const classes = Array.from({ length: rows }, (_, row) => (row % 2 ? 'a' : 'b'))
    const { model } = (await finished({ terms, training }, { classes })).file
    expect(model.detector).toBe('per-class')
  })

  it('scores as given what trains nothing, and refuses to hold rows of it out', async () => {
    const one = (table: Table): Table => ({ rows, columns: table.columns.slice(0, 1) })
    const data = { nominal: one(nominal), mixture: one(mixture) }
    const q = { terms: { alpha: 0.5, q: 0.1 }, training: { detector: 'given' } } as const
    expect((await finished(q, data)).file.certificate.nominalScores).toBe('given')
    const held = { ...q, training: { ...q.training, holdout: 0.5 } }
    await expect(study({ ...data }, held, { engine })).rejects.toThrow('holdout does not go with detector given')
  })
})

describe('what cannot be done', () => {
  it('is a refusal with what the data could carry, where a promise is too much', async () => {
    const outcome = await study({ nominal, mixture }, { terms: { ...terms, recall: 0.999 }, training }, { engine })
    expect(outcome).toMatchObject({ refused: true, code: 'not-certifiable', certificate: { certified: false } })
  })

  it('is a refusal where the data refute alpha, or no estimate of it can be made', async () => {
    const refuted = await study({ nominal, mixture }, { terms: { ...terms, alpha: 0.01 }, training }, { engine })
    expect(refuted).toMatchObject({ refused: true, code: 'alpha-refuted' })
    const few = selectRows(mixture, Int32Array.of(0, 1, 2, 3, 4))
    const none = await study({ nominal, mixture: few }, { terms: { ...terms, alpha: 'auto' }, training }, { engine })
    expect(none).toMatchObject({ refused: true, code: 'no-estimate' })
  })

  it('is thrown where the request makes no sense, before any work is done', async () => {
    const working: Listener = { ...silent, progress: () => expect.unreachable('nothing was to be done') }
    const ask = (more: object) =>
      study({ nominal, mixture }, { terms: { ...terms, ...more } }, { engine, listener: working })
    await expect(ask({ alpha: 1.2 })).rejects.toThrow('alpha must be in (0, 1], got 1.2')
    await expect(ask({ confidence: undefined })).rejects.toThrow('give recall and confidence for a promise')
    await expect(ask({ isotonic: true })).rejects.toThrow('isotonic goes with q alone')
  })

  it('speaks of options as the listener calls them', async () => {
    const listener: Listener = { ...silent, nameOf: (option) => `the field "${option}"` }
    const asked = study({ nominal, mixture }, { terms: { alpha: 0.5 } }, { engine, listener })
    await expect(asked).rejects.toThrow('give the field "recall" and the field "confidence" for a promise')
  })

  it('stops at once or on the way when it is told to, with the code aborted', async () => {
    const stopped = study({ nominal, mixture }, { terms, training }, { engine, signal: AbortSignal.abort() })
    await expect(stopped).rejects.toMatchObject({ code: 'aborted' })
    for (const step of ['scoring the mixture', 'estimating alpha (c-ps)']) {
      const stop = new AbortController()
      const seen: string[] = []
      const listener: Listener = {
        ...silent,
        progress: (label) => {
          seen.push(label)
          if (label === step) stop.abort()
          return () => {}
        },
      }
      const request = { terms: { ...terms, alpha: 'auto' }, training } as const
      const onTheWay = study({ nominal, mixture }, request, { engine, listener, signal: stop.signal })
      await expect(onTheWay).rejects.toMatchObject({ code: 'aborted' })
      expect(seen.at(-1)).toBe(step)
    }
  })
})

describe('alarms', () => {
  it("are core's, with core's reasons", async () => {
    const { file } = await finished({ terms, training })
    const raised = await alarms(engine, file, mixture, { explain: 2 })
    const scores = score(file.model, mixture)
    expect(raised.scores).toEqual(scores)
    expect(raised.raised).toEqual(raiseAlarms(scores, file.certificate))
    expect(raised.rows.length).toBe(raised.raised.reduce((sum, alarm) => sum + alarm, 0))
    expect(raised.reasons).toEqual(explain(file.model, selectRows(mixture, raised.rows), 2))
    expect((await alarms(engine, file, mixture)).reasons).toEqual([])
  })
})

it('the version recorded is the version of the package', () => expect(version).toBe(manifest.version))
