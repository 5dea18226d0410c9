import { explain, type NumericColumn, nearestReferences, nominalRanks, numericTable } from '@xenolith/core'
import { percentileOf } from '@xenolith/study'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, drawRows, modelFile, names, newStore, start, storeKinds } from './setup.js'

describe.each(storeKinds)('why a row alarms, over %s', (kind) => {
  let client: Client
  beforeAll(async () => {
    client = await start({ path: await newStore(kind) })
  })
  afterAll(() => client.service.close())

  it('is what core explains, with the place of each value among nominal ones', async () => {
    const { id } = await client.stream()
    const { body } = await client.rows(id, [[9, 0.1]], 'why')
    const why = await client.send('GET', `/v1/alarms/${body.alarmed[0].id}/why`)
    expect(why.status).toBe(200)
    const [expected] = explain(modelFile.model, numericTable([[9, 0.1]], names), 2)
    expect(why.body.why).toEqual(expected)
    expect(why.body.score).toBe(body.alarmed[0].score)
    expect(why.body.tau).toBe(modelFile.certificate.tau)
    const [size, speed] = why.body.columns
    expect(size).toMatchObject({ feature: 'size', kind: 'numeric', value: 9, gain: expected[0].gain, position: 1 })
    expect(speed.feature).toBe('speed')
    expect(speed.position).toBeGreaterThan(0.4)
    expect(speed.position).toBeLessThan(0.7)
    expect(size.nominal.quantiles).toHaveLength(size.nominal.levels.length)
    // The nominal rows that the model keeps and that are most like this one, the nearest first, and the first is the one that `detect` names; none where it keeps none.
    const { neighbours } = why.body
    if (modelFile.references === undefined) expect(neighbours).toBeNull()
    else {
      expect(neighbours).toHaveLength(3)
      expect(neighbours[0].distance).toBeLessThanOrEqual(neighbours[2].distance)
      const [at] = nearestReferences(modelFile.model, modelFile.references, numericTable([[9, 0.1]], names))
      expect(neighbours[0].row).toBe(modelFile.references.row[at])
      expect(neighbours[0].cells.size).toBe((modelFile.references.table.columns[0] as NumericColumn).values[at])
    }
    const { atLeast, atMost, n0 } = why.body.percentile
    expect(n0).toBe(modelFile.certificate.n0)
    expect(atLeast).toBeGreaterThan(0.9)
    expect(atMost).toBeGreaterThanOrEqual(atLeast)
  })

  it('has the columns with the largest gain first, and where gains are equal the rarest value', async () => {
    const { id } = await client.stream({ sampleRate: 1 })
    const rows = drawRows(40, 0.1, 'rarest')
    await client.rows(id, rows, 'rarest')
    const kept = (await client.send('GET', `/v1/export/${id}`)).text.trim().split('\n')
    const rarity = ({ position }: { position: number }): number => Math.abs(2 * position - 1)
    let turned = 0
    for (const line of kept) {
      const { columns } = (await client.send('GET', `/v1/alarms/${JSON.parse(line).id}/why`)).body
      const [first, second] = columns
      expect(first.gain).toBeGreaterThanOrEqual(second.gain)
      if (first.gain !== second.gain) continue
      expect(rarity(first)).toBeGreaterThanOrEqual(rarity(second))
      if (first.feature === 'speed') turned++
    }
    expect(turned).toBeGreaterThan(0)
  })

  it('names similar open alarms, the nearest first, and neither itself nor judged ones', async () => {
    const { id } = await client.stream()
    const rows = [
      [9, 9],
      [9.1, 9],
      [9, -9],
      [30, 9],
      [9.05, 9],
    ]
    const { body } = await client.rows(id, rows, 'similar')
    expect(body.alarms).toBe(5)
    const [first, second, , , fifth] = body.alarmed.map((alarm: { id: string }) => alarm.id)
    const similar = async (): Promise<string[]> =>
      (await client.send('GET', `/v1/alarms/${first}/why`)).body.similar.map((alarm: { id: string }) => alarm.id)
    const all = await similar()
    expect(all).toHaveLength(4)
    expect(all.slice(0, 2)).toEqual([fifth, second])
    await client.json('PUT', `/v1/alarms/${fifth}/verdict`, { verdict: 'alien', expected: 0 })
    expect((await similar())[0]).toBe(second)
    expect(await similar()).toHaveLength(3)
  })
})

describe('the percentile of a score', () => {
  it('holds the share of nominal scores below it, for every score', () => {
    const sorted = Float64Array.from(drawRows(500, 0, 'ranks'), ([x]) => Math.round(10 * x)).sort()
    const ranks = nominalRanks(sorted)
    for (let score = -40.5; score <= 40.5; score += 0.5) {
      const below = sorted.filter((s) => s < score).length / 500
      const { atLeast, atMost } = percentileOf(score, ranks)
      expect(below).toBeGreaterThanOrEqual(atLeast)
      expect(below).toBeLessThanOrEqual(atMost)
    }
  })
})
