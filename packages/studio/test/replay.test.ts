import { anytimeInterval } from '@xenolith/core'
import { clopperPearsonLower, clopperPearsonUpper } from '@xenolith/core/internals'
import { expect, it } from 'vitest'
import { chanceOfError, limitsOf, replay } from '../src/app/screens/review/replay.ts'

const settings = { share: 0.8, verdicts: 300, runs: 1000, confidence: 0.95, seed: 1 }

it('both limits are those of the intervals themselves, at every number of verdicts', () => {
  const delta = 0.05
  for (const share of [0.8, 0.03]) {
    const [oneLook, anytime] = limitsOf(share, 60, delta)
    for (let n = 1; n <= 60; n++) {
      for (let k = 0; k <= n; k++) {
        const exact = [clopperPearsonLower(k, n, delta / 2), clopperPearsonUpper(k, n, delta / 2)]
        expect(k >= oneLook.least[n] && k <= oneLook.most[n], `${k} of ${n}`).toBe(
          exact[0] <= share && share <= exact[1],
        )
        const { lower, upper } = anytimeInterval({ yes: k, no: n - k }, delta)
        expect(k >= anytime.least[n] && k <= anytime.most[n], `${k} of ${n}`).toBe(lower <= share && share <= upper)
      }
    }
  }
})

it('looked at after every verdict, Clopper-Pearson is wrong in more than a quarter of reviews, the anytime interval in fewer than 5 %', () => {
  const { oneLook, anytime, example } = replay(settings)
  const chance = chanceOfError(oneLook.limits, settings.share)
  expect(chance).toBeGreaterThan(0.25)
  expect(chanceOfError(anytime.limits, settings.share)).toBeLessThan(0.05)
  // 1000 runs lie within 5 deviations of the exact chance.
  const deviation = Math.sqrt(1000 * chance * (1 - chance))
  expect(Math.abs(oneLook.wrong - 1000 * chance)).toBeLessThan(5 * deviation)
  expect(anytime.wrong).toBeLessThan(1000 * 0.05)
  const outside = [...example].some((k, i) => k < oneLook.limits.least[i + 1] || k > oneLook.limits.most[i + 1])
  expect(outside).toBe(true)
})

it('the same seed replays the same reviews', () => {
  expect(replay(settings).oneLook.wrongAt).toEqual(replay(settings).oneLook.wrongAt)
  expect(replay({ ...settings, seed: 2 }).oneLook.wrongAt).not.toEqual(replay(settings).oneLook.wrongAt)
})

it('does not lose its limits where probabilities are too small for a number', () => {
  const [, anytime] = limitsOf(0.8, 1500, 0.05)
  expect(anytime.least[1500]).toBeGreaterThan(1000)
  expect(anytime.most[1500]).toBeLessThan(1350)
})
