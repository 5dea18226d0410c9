import { substream } from '@xenolith/core'
import { type Parted, silent } from '@xenolith/study'
import { beforeAll, expect, it } from 'vitest'
import type { Context } from '../src/app/worker/context.ts'
import { rowsAlong, rowsNeeded } from '../src/app/worker/pilot.ts'
import { type Scoring, session } from '../src/app/worker/session.ts'

const terms = { alpha: 0.4, confidence: 0.95 }
const listening = (signal: AbortSignal): Context => ({ ...silent, progress: () => () => {}, signal })

beforeAll(() => {
  const random = substream(9, 'rows along')
  const scores = (alpha: number) =>
    Float64Array.from({ length: 800 }, () => random.normal() + (random.float() < alpha ? 3.5 : 0)).sort()
  const parted = { pilot: { nominal: scores(0), mixture: scores(0.4) } } as unknown as Parted
  session.scoring = { parted } as Scoring
})

it('the rows that a recall takes are those of the sentence, and more for more of it', async () => {
  const context = listening(new AbortController().signal)
  const recalls = [0.6, 0.8, 0.95]
  const along = await rowsAlong({ ...terms, recalls }, context)
  const single = await Promise.all(recalls.map((recall) => rowsNeeded({ ...terms, recall }, context)))
  expect(along).toEqual(single)
  const mixture = along.map((sizes) => sizes!.nm)
  expect(mixture[0]).toBeLessThan(mixture[1])
  expect(mixture[1]).toBeLessThan(mixture[2])
})

it('planning for many recalls stops between two of them', async () => {
  const controller = new AbortController()
  const asked = rowsAlong({ ...terms, recalls: [0.6, 0.8] }, listening(controller.signal))
  controller.abort()
  await expect(asked).rejects.toMatchObject({ code: 'aborted' })
})
