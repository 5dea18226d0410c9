import { encodeModelFile, paperTable, substream } from '@xenolith/core'
import { createEngine } from '@xenolith/engine'
import { certifyScored, requestFrom, setAside, silent, study, trainAndScore } from '@xenolith/study'
import { afterAll, describe, expect, it } from 'vitest'

const engine = createEngine({ workers: 1 })
afterAll(() => engine.close())
const data = {
  nominal: paperTable(600, () => false, substream(3, 'nominal')),
  mixture: paperTable(500, (row) => row % 2 === 0, substream(3, 'mixture')),
}
const request = {
  terms: { alpha: 0.5, recall: 0.5, confidence: 0.9, looks: 1 },
  training: { trees: 50 },
  pilot: 0.2,
  seed: 7,
}
const work = { engine, listener: silent }

describe('a pilot', () => {
  it('parts the scores: every row is in one part, the same for every detector', async () => {
    const scored = await trainAndScore(data, request, work)
    const { pilot, sealed } = setAside(scored, 0.2)
    expect(pilot.nominal.length + sealed.nominal.length).toBe(600)
    expect(pilot.mixture).toHaveLength(100)
    expect([...pilot.mixture, ...sealed.mixture].sort()).toEqual([...scored.mixture].sort())
    expect(Array.from(sealed.mixtureRows!, (row) => scored.mixture[row])).toEqual([...sealed.mixture])
    expect(sealed.rows.mixture.rows).toBe(400)
    const other = await trainAndScore(
      data,
      { ...request, training: { detector: 'loda' as const, projections: 20 } },
      work,
    )
    expect(setAside(other, 0.2).sealed.mixtureRows).toEqual(sealed.mixtureRows)
    // A larger pilot holds the smaller one: nobody sees rows first that certify later.
    const larger = setAside(scored, 0.5).sealed.mixtureRows!
    expect(larger.every((row) => sealed.mixtureRows!.includes(row))).toBe(true)
  })

  it('leaves the rest to certify, and whoever looks in between has the same bytes in the end', async () => {
    const outcome = await study(data, request, { engine })
    if (outcome.refused) throw new Error(outcome.reason)
    expect(outcome.file.certificate).toMatchObject({ n0: 480, nm: 400, looks: 1, certified: true })
    expect(outcome.file.settings).toMatchObject({ pilot: 0.2, looks: 1 })
    const inTwo = await certifyScored(data, request, await trainAndScore(data, request, work), work)
    if (inTwo.refused) throw new Error(inTwo.reason)
    expect(encodeModelFile(inTwo.file)).toEqual(encodeModelFile(outcome.file))
    expect(requestFrom(outcome.file.settings!, 7, null)).toMatchObject({ pilot: 0.2, terms: { looks: 1 } })
  })

  it('is a share that leaves rows in both parts', async () => {
    await expect(study(data, { ...request, pilot: 1 }, { engine })).rejects.toThrow('pilot must be in (0, 1)')
    await expect(study(data, { ...request, pilot: 0.0001 }, { engine })).rejects.toThrow('leaves one part')
  })
})
