import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fit, score, selectRows } from '@xenolith/core'
import { manifest } from '@xenolith/experiments'
import { openSource } from '@xenolith/files'
import { describe, expect, it } from 'vitest'

const directory = process.env.XENOLITH_DATA ?? ''
const reference = JSON.parse(readFileSync(new URL('fixtures/auc.json', import.meta.url), 'utf8'))

/** Probability that an alien scores above a nominal row, ties counting half. */
function auc(nominal: Float64Array, aliens: Float64Array): number {
  const all = [...Array.from(nominal, (s) => [s, 0]), ...Array.from(aliens, (s) => [s, 1])].sort((a, b) => a[0] - b[0])
  let wins = 0
  for (let i = 0, below = 0; i < all.length; ) {
    let j = i
    let ties = 0
    let aliensHere = 0
    for (; j < all.length && all[j][0] === all[i][0]; j++) all[j][1] === 1 ? aliensHere++ : ties++
    wins += aliensHere * (below + ties / 2)
    below += ties
    i = j
  }
  return wins / (nominal.length * aliens.length)
}

const mean = (values: number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length

describe.each(Object.keys(reference.auc))('%s', (name) => {
  it.each(['iforest', 'loda'] as const)(
    '%s ranks aliens no worse than the reference, within noise',
    async (detector) => {
      const { files, nominal, label = 'label' } = manifest.find((entry) => entry.name === name)!
      const source = await openSource(join(directory, files[0].path))
      const reading = await source.read({ except: [label], strings: [label] })
      await source.close()
      const { table } = reading
      const [labels] = reading.strings
      const known = labels.flatMap((value, row) => (nominal.includes(value ?? '') ? [row] : []))
      const aliens = labels.flatMap((value, row) => (nominal.includes(value ?? '') ? [] : [row]))
      const train = selectRows(
        table,
        known.filter((_, i) => i % 2 === 0),
      )
      const rest = selectRows(
        table,
        known.filter((_, i) => i % 2 === 1),
      )
      const { model } = fit(train, { detector, seed: 3, trees: 300, projections: 300 })
      const ours = auc(score(model, rest), score(model, selectRows(table, aliens)))
      const theirs: number[] = reference.auc[name][detector]
      const spread = Math.max(...theirs) - Math.min(...theirs)
      expect(ours).toBeGreaterThan(mean(theirs) - spread - 0.01)
      expect(ours).toBeLessThanOrEqual(1)
    },
  )
})
