import { describe, expect, it } from 'vitest'
import { type Column, categoricalColumn, numericTable, selectRows, type Table } from '../../src/data/table.js'
import { whatIsLearned } from '../../src/detectors/contrast/learned.js'
import { fit, score } from '../../src/detectors/fit.js'
import { planKnn, prepareKnn } from '../../src/detectors/knn/knn.js'
import { meanDistance } from '../../src/detectors/knn/neighbours.js'
import type { FitOptions } from '../../src/detectors/options.js'
import { detectorNames, detectorOf, learnsFromMixture } from '../../src/detectors/table.js'
import { substream } from '../../src/numeric/random.js'

/*
 * Two samples of one law and no alien: nominal and mixture scores must have one law too, or a certificate counts who is in
 * which file instead of who is alien. What breaks a promise is mixture scores above nominal ones. The mean rank is
 * compared over replicates by Student's t, so that scores that depend on each other within a replicate do not matter.
 */
const REPLICATES = 20
/** Student's t with 19 degrees of freedom exceeds this with probability 1e-6: 6.723, by quadrature of its density. */
const LIMIT = 6.73

type Law = 'continuous' | 'coarse' | 'named' | 'crowded' | 'gappy'

function sample(rows: number, law: Law, seed: number): Table {
  const random = substream(seed, `membership ${law}`)
  // Kinds of rows that are equally common, and of each more than one row.
  if (law === 'crowded') return numericTable(Array.from({ length: rows }, () => [random.below(2), random.below(5)]))
  // Half of the values are missing, so that hardly two rows have the same.
  if (law === 'gappy') {
    const value = (): number => (random.below(2) === 0 ? Number.NaN : random.normal())
    return numericTable(Array.from({ length: rows }, () => Array.from({ length: 12 }, value)))
  }
  const draw = (): number => (law === 'coarse' ? random.below(14) : random.normal())
  if (law === 'named') {
    // As many names as people have: a few common ones, and many that only one row has.
    const names = Array.from({ length: rows }, () => `name ${Math.floor((1 - random.float()) ** -4)}`)
    return withColumn(numericTable(Array.from({ length: rows }, () => [draw()])), categoricalColumn('name', names))
  }
  return numericTable(Array.from({ length: rows }, () => [draw(), draw()]))
}

function withColumn(table: Table, column: Column): Table {
  return { rows: table.rows, columns: [...table.columns, column] }
}

interface Scores {
  readonly nominal: Float64Array
  readonly mixture: Float64Array
}

type Way = (nominal: Table, mixture: Table, seed: number) => Scores

/** Student's t of the excess of the mixture's ranks: near 0 if both samples have one law of scores. */
function excess(way: Way, law: Law, rows: number): number {
  const values = Array.from({ length: REPLICATES }, (_, r) => {
    const { nominal, mixture } = way(sample(rows, law, 2 * r), sample(rows, law, 2 * r + 1), r)
    return whatIsLearned(nominal, mixture).auc - 0.5
  })
  const mean = values.reduce((sum, x) => sum + x, 0) / REPLICATES
  const squares = values.reduce((sum, x) => sum + (x - mean) * (x - mean), 0)
  return mean / Math.sqrt(squares / (REPLICATES - 1) / REPLICATES)
}

/** Options that keep the test short. */
const few: Readonly<Record<string, object>> = {
  iforest: { trees: 60 },
  'density-forest': { trees: 60 },
  loda: { projections: 60 },
  contrast: { contrastTrees: 60 },
  'fused-contrast': { contrastTrees: 60 },
  // Without a density forest, of which a part has 1000 trees.
  blend: { contrastTrees: 60, parts: ['contrast', 'ratio:ranks', 'knn:raw=2', 'gmm'] },
}

const optionsFor = (name: string, mixture: Table, seed: number): FitOptions =>
  ({
    detector: name,
    seed,
    ...few[name],
    ...(learnsFromMixture(name as never) ? { mixture } : {}),
  }) as unknown as FitOptions

/** As a study scores both samples without held-out rows. */
function asTrained(name: string, more: object = {}): Way {
  return (nominal, mixture, seed) => {
    const fitted = fit(nominal, { ...optionsFor(name, mixture, seed), ...more } as FitOptions)
    return { nominal: fitted.scores, mixture: fitted.mixtureScores ?? score(fitted.model, mixture) }
  }
}

/** As a study does with a holdout. */
function heldOut(name: string): Way {
  return (nominal, mixture, seed) => {
    const half = nominal.rows / 2
    const first = Array.from({ length: half }, (_, i) => i)
    const rest = first.map((i) => half + i)
    const both = learnsFromMixture(name as never)
    const options = optionsFor(name, selectRows(mixture, first), seed)
    const { model } = fit(selectRows(nominal, first), (both ? { ...options, folds: 1 } : options) as FitOptions)
    return {
      nominal: score(model, selectRows(nominal, rest)),
      mixture: score(model, both ? selectRows(mixture, rest) : mixture),
    }
  }
}

const learning = detectorNames.filter((name) => detectorOf(name).learns)
const laws: readonly Law[] = ['continuous', 'coarse', 'named', 'crowded', 'gappy']

describe.each(laws)('%s rows of one law', (law) => {
  it.each(learning)('%s does not score the mixture above the nominal sample that it was trained on', (name) => {
    expect(excess(asTrained(name), law, 120)).toBeLessThan(LIMIT)
  })

  it.each(learning)('%s scores held-out rows by one law', (name) => {
    expect(Math.abs(excess(heldOut(name), law, 120))).toBeLessThan(LIMIT)
  })

  it.each(['none', 'knn'])('contrast with the stack %s scores both samples by one law', (stack) => {
    expect(Math.abs(excess(asTrained('contrast', { stack }), law, 160))).toBeLessThan(LIMIT)
  })
})

describe('the test of membership', () => {
  it('finds densities that judge the rows they were fitted to', () => {
    const inSample: Way = (nominal, mixture, seed) => {
      const { model } = fit(nominal, { detector: 'ratio', mixture, folds: 1, seed })
      return { nominal: score(model, nominal), mixture: score(model, mixture) }
    }
    expect(excess(inSample, 'continuous', 200)).toBeGreaterThan(LIMIT)
  })

  it('finds a forest that judges the rows it was grown on', () => {
    const inSample: Way = (nominal, mixture, seed) => {
      const { model } = fit(nominal, { detector: 'contrast', mixture, contrastTrees: 30, folds: 1, seed })
      return { nominal: score(model, nominal), mixture: score(model, mixture) }
    }
    expect(excess(inSample, 'continuous', 200)).toBeGreaterThan(LIMIT)
  })

  it('finds distances that leave a nominal row out of its own sample, as a feature of the forest', () => {
    const leaky: Way = (nominal, mixture, seed) => {
      const { model, scores } = fit(nominal, { detector: 'knn', seed })
      const more = (table: Table, values: Float64Array): Table =>
        withColumn(table, { name: 'distance', kind: 'numeric', values })
      return asTrained('contrast')(more(nominal, scores), more(mixture, score(model, mixture)), seed)
    }
    // Equal rows of the two files differ in the new column and so fall into different folds: the forest learns the reverse.
    expect(Math.abs(excess(leaky, 'coarse', 400))).toBeGreaterThan(LIMIT)
  })

  it('finds a forest that sees categories in the order in which the two files have them', () => {
    const inFileOrder: Way = (nominal, mixture, seed) => {
      const order = new Map<string, number>()
      const codes = [nominal, mixture].map(({ columns: [, column] }) => {
        if (column.kind !== 'categorical') throw new Error('expected a category')
        return Float64Array.from(column.codes, (code) => {
          const name = column.categories[code]
          if (!order.has(name)) order.set(name, order.size)
          return order.get(name)!
        })
      })
      const coded = [nominal, mixture].map((table, k) => {
        const column: Column = { name: 'code', kind: 'numeric', values: codes[k] }
        return { rows: table.rows, columns: [table.columns[0], column] }
      })
      return asTrained('contrast')(coded[0], coded[1], seed)
    }
    expect(excess(inFileOrder, 'named', 240)).toBeGreaterThan(LIMIT)
  })

  it('finds rows alike in great number that have the score of new rows of their kind', () => {
    const asNew: Way = (nominal, mixture, seed) => {
      const { model } = fit(nominal, { ...optionsFor('density-forest', mixture, seed) })
      return { nominal: score(model, nominal), mixture: score(model, mixture) }
    }
    expect(excess(asNew, 'crowded', 200)).toBeGreaterThan(LIMIT)
    expect(excess(asTrained('density-forest'), 'crowded', 200)).toBeLessThan(LIMIT)
  })

  it('finds distances in which a row counts its own category', () => {
    const counted: Way = (nominal, mixture, seed) => {
      const { references, neighbours } = prepareKnn(nominal, planKnn(nominal, { seed })).model
      const nearest = new Float64Array(neighbours)
      const distance = (_: unknown, i: number): number =>
        meanDistance(references, i, references, neighbours, i, nearest)
      const { model } = fit(nominal, { detector: 'knn', seed })
      return { nominal: Float64Array.from({ length: nominal.rows }, distance), mixture: score(model, mixture) }
    }
    expect(excess(counted, 'named', 160)).toBeGreaterThan(LIMIT)
  })
})
