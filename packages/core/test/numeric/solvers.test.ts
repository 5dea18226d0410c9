import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cosine } from '../../src/numeric/cosine.js'
import { GrowingCholesky } from '../../src/numeric/growing-cholesky.js'
import { isotonicRegression } from '../../src/numeric/isotonic.js'
import { IsotonicDistance } from '../../src/numeric/isotonic-distance.js'
import { LogisticRegression } from '../../src/numeric/logistic.js'
import { PlainLogisticRows, paddedColumns } from '../../src/numeric/logistic-rows.js'
import { quantile } from '../../src/numeric/quantile.js'
import { substream } from '../../src/numeric/random.js'
import { SimplexLeastSquares } from '../../src/numeric/simplex-least-squares.js'

interface Reference {
  readonly cosine: [x: number, value: number][]
  readonly quantile: [values: number[], at: [p: number, value: number][]]
  readonly simplex: { width: number; x: number[][]; answers: [ratio: number, value: number][] }[]
  readonly logistic: { cost: number; x: number[][]; y: number[]; objective: number; decisions: number[] }[]
}

const reference: Reference = JSON.parse(readFileSync(new URL('./fixtures/solvers.json', import.meta.url), 'utf8'))

describe('the cosine', () => {
  it('is that of mpmath', () => {
    for (const [x, value] of reference.cosine) expect(Math.abs(cosine(x) - value)).toBeLessThan(1e-15)
  })

  it('is that of the engine, everywhere', () => {
    const random = substream(1, 'cosine')
    let worst = 0
    for (let k = 0; k < 20000; k++) {
      const x = (random.float() - 0.5) * 1000
      worst = Math.max(worst, Math.abs(cosine(x) - Math.cos(x)))
    }
    expect(worst).toBeLessThan(1e-15)
  })
})

it('quantiles are those of NumPy', () => {
  const [values, at] = reference.quantile
  for (const [p, value] of at) expect(quantile(values, p)).toBeCloseTo(value, 12)
  expect(quantile([7], 0.3)).toBe(7)
})

describe('the isotonic distance', () => {
  const sequence = fc.array(fc.tuple(fc.double({ min: -2, max: 2, noNaN: true }), fc.integer({ min: 1, max: 5 })), {
    minLength: 1,
    maxLength: 30,
  })

  it('is that of the isotonic regression, clipped', () => {
    const memory = new IsotonicDistance(30)
    fc.assert(
      fc.property(sequence, (pairs) => {
        memory.clear()
        for (const [value, weight] of pairs) memory.push(value, weight)
        const fit = isotonicRegression(
          pairs.map(([v]) => v),
          pairs.map(([, w]) => w),
        ).map((x) => Math.min(0.7, Math.max(0, x)))
        const sum = pairs.reduce((total, [v, w], i) => total + w * (v - fit[i]) * (v - fit[i]), 0)
        expect(memory.sumOfSquares(0, 0.7)).toBeCloseTo(sum, 10)
        const mine = new Float64Array(pairs.length)
        memory.fitInto(mine, 0, 0.7)
        fit.forEach((x, i) => {
          expect(mine[i]).toBeCloseTo(x, 12)
        })
      }),
    )
  })
})

/** A positive definite matrix of size n: a Gaussian kernel of points in the plane. */
function gaussianKernel(points: readonly (readonly number[])[], width: number): Float64Array {
  const n = points.length
  const kernel = new Float64Array(n * n)
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      const square = points[i].reduce((sum, x, k) => sum + (x - points[j][k]) * (x - points[j][k]), 0)
      kernel[i * n + j] = Math.exp(-square / (2 * width * width))
    }
  return kernel
}

it('the Cholesky factor of a set solves its system, however the set came about', () => {
  const random = substream(2, 'cholesky')
  const n = 25
  const points = Array.from({ length: n }, () => [random.normal(), random.normal()])
  const kernel = gaussianKernel(points, 0.3)
  const factor = new GrowingCholesky()
  const set: number[] = []
  for (let k = 0; k < 120; k++) {
    const index = random.below(n)
    const place = set.indexOf(index)
    if (place >= 0) {
      factor.remove(place)
      set.splice(place, 1)
    } else {
      expect(
        factor.append(
          Float64Array.from(set, (i) => kernel[index * n + i]),
          1,
        ),
      ).toBe(true)
      set.push(index)
    }
    const truth = set.map((_, i) => i - 3.5)
    const x = Float64Array.from(set, (i) => set.reduce((sum, j, at) => sum + kernel[i * n + j] * truth[at], 0))
    factor.solve(x)
    truth.forEach((value, i) => {
      expect(x[i]).toBeCloseTo(value, 6)
    })
  }
  expect(
    factor.append(
      Float64Array.from(set, (i) => kernel[set[0] * n + i]),
      1 - 1e-9,
    ),
  ).toBe(false)
})

describe('the nearest point of the simplex', () => {
  const solveAt = (solver: SimplexLeastSquares, kernel: Float64Array, u: Float64Array): number => {
    const n = u.length
    const ku = Float64Array.from(u, (_, i) => u.reduce((sum, x, j) => sum + kernel[i * n + j] * x, 0))
    return solver.solve(
      ku,
      u.reduce((sum, x, i) => sum + x * ku[i], 0),
    )
  }
  const ratioPoint = (n: number, half: number, ratio: number): Float64Array =>
    Float64Array.from({ length: n }, (_, i) => (i < half ? (1 - ratio) / half : ratio / (n - half)))

  it.each(reference.simplex)('is as far as SciPy finds it, kernel width $width', ({ width, x, answers }) => {
    const kernel = gaussianKernel(x, width)
    const warm = new SimplexLeastSquares(kernel, x.length)
    for (const [ratio, value] of [...answers, ...answers.toReversed()]) {
      const u = ratioPoint(x.length, x.length >>> 1, ratio)
      expect(Math.abs(solveAt(warm, kernel, u) - value)).toBeLessThan(2e-9 + 1e-8 * value)
      const cold = new SimplexLeastSquares(kernel, x.length)
      expect(Math.abs(solveAt(cold, kernel, u) - value)).toBeLessThan(2e-9 + 1e-8 * value)
    }
  })

  it('is a point of the simplex that no other point beats', () => {
    const random = substream(3, 'simplex')
    for (const width of [0.05, 0.5, 3]) {
      const n = 120
      const points = Array.from({ length: n }, () => [random.normal(), random.normal()])
      const kernel = gaussianKernel(points, width)
      const solver = new SimplexLeastSquares(kernel, n)
      for (const ratio of [1.05, 10, 2]) {
        const u = ratioPoint(n, 50, ratio)
        const value = solveAt(solver, kernel, u)
        const v = solver.solution()
        expect(Math.min(...v)).toBeGreaterThanOrEqual(0)
        expect(v.reduce((a, b) => a + b)).toBeCloseTo(1, 9)
        // Optimality by the gradient g = K (v - u): f - min f <= 2 (g.v - min g).
        const g = u.map((_, i) => u.reduce((sum, x, j) => sum + kernel[i * n + j] * (v[j] - x), 0))
        const level = v.reduce((sum, x, i) => sum + x * g[i], 0)
        expect(2 * (level - Math.min(...g))).toBeLessThan(1.1e-9 + 1e-8 * value)
        expect(g.reduce((sum, x, i) => sum + x * (v[i] - u[i]), 0)).toBeCloseTo(value, 8)
      }
    }
  })

  it('is at distance 0 from a point of the simplex', () => {
    const kernel = gaussianKernel([[0], [1], [2.5]], 1)
    const inside = Float64Array.of(0.2, 0.5, 0.3)
    expect(solveAt(new SimplexLeastSquares(kernel, 3), kernel, inside)).toBeLessThan(1e-9)
  })

  it('does not mind points that coincide', () => {
    const kernel = gaussianKernel([[0], [0], [0], [1], [1]], 1)
    const u = Float64Array.of(-0.5, -0.5, 0, 1, 1)
    // By symmetry all the weight lies at 1, which leaves the point 1 - (-1) = 2 times the way from there to 0 too short.
    const d = solveAt(new SimplexLeastSquares(kernel, 5), kernel, u)
    expect(d).toBeCloseTo(2 - 2 * Math.exp(-0.5), 6)
  })
})

describe('logistic regression', () => {
  /** Rows of `width` numbers, zeros where there are fewer, and a 1 for the intercept. */
  const rowsOf = (x: number[][], width: number): PlainLogisticRows => {
    const columns = paddedColumns(width)
    const values = new Float64Array(x.length * columns)
    x.forEach((row, i) => {
      values.set(row, i * columns)
      values[i * columns + width] = 1
    })
    return new PlainLogisticRows(values, columns)
  }

  // The reference has more rows than columns; with columns of zeros there are more columns, and the answer is the same.
  it.each(
    reference.logistic.flatMap((one) => [
      { ...one, width: one.x[0].length },
      { ...one, width: one.x.length + 5 },
    ]),
  )('reaches what LIBLINEAR reaches, cost $cost, $width columns', ({ cost, x, y, objective, decisions, width }) => {
    const rows = rowsOf(x, width)
    for (const before of [[], [cost / 100], [cost * 100]]) {
      const regression = new LogisticRegression(rows, Int8Array.from(y))
      for (const other of before) regression.fit(other)
      regression.fit(cost)
      const w = regression.weights
      const mine = x.map((row) => row.reduce((sum, v, j) => sum + v * w[j], w[width]))
      const loss = mine.reduce((sum, m, i) => sum + Math.log1p(Math.exp(-y[i] * m)), 0)
      const reached = 0.5 * w.reduce((sum, v) => sum + v * v, 0) + cost * loss
      // It ends at 1 % of the first gradient.
      expect(reached).toBeLessThan(objective * 1.001)
      expect(reached).toBeGreaterThan(objective * (1 - 1e-6))
      mine.forEach((m, i) => {
        expect(Math.abs(m - decisions[i])).toBeLessThan(0.15)
      })
    }
  })

  it.each([1, 9])('fits the rows listed and no others, %i columns', (width) => {
    const rows = rowsOf([[1], [-1], [2], [-2], [500]], width)
    const regression = new LogisticRegression(rows.only(Int32Array.of(0, 1, 2, 3)), Int8Array.of(1, -1, 1, -1))
    regression.fit(1)
    expect(regression.weights[0]).toBeGreaterThan(0.5)
    expect(regression.weights[width]).toBeCloseTo(0, 6)
  })
})

it('products with rows are those of the definition, for any number of rows', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 7 }), fc.integer(), (count, width, seed) => {
      const random = substream(seed >>> 0, 'rows')
      const columns = paddedColumns(width)
      const draw = (length: number): Float64Array => Float64Array.from({ length }, () => random.normal())
      const values = draw((count + 3) * columns)
      const listed = Int32Array.from({ length: count }, () => random.below(count + 3))
      const rows = new PlainLogisticRows(values, columns).only(listed)
      const [t, x, start] = [draw(count), draw(columns), draw(columns)]
      const at = (i: number, j: number): number => values[listed[i] * columns + j]
      const image = t.map((_, i) => x.reduce((sum, v, j) => sum + v * at(i, j), 0))
      const sum = (times: (i: number) => number) =>
        start.map((v, j) => v + t.reduce((s, _, i) => s + times(i) * at(i, j), 0))
      const close = (mine: Float64Array, theirs: Float64Array): void => {
        mine.forEach((v, i) => {
          expect(v).toBeCloseTo(theirs[i], 10)
        })
      }
      const mine = new Float64Array(count)
      rows.multiply(x, mine)
      close(mine, image)
      const added = start.slice()
      rows.add(t, added)
      close(
        added,
        sum((i) => t[i]),
      )
      const bent = start.slice()
      rows.bend(t, x, mine.fill(0), bent)
      close(mine, image)
      close(
        bent,
        sum((i) => t[i] * image[i]),
      )
    }),
  )
})
