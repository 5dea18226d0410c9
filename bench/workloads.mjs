// What is measured: each workload is a list of contenders with the task they get. `unit` says what is compared.
import { commandWorkloads } from './command-workloads.mjs'
import { CAPPED, coniferest, NO_OOB, native, npm, old, ours, peer, SCALED } from './contenders.mjs'
import { dataFile, hasCovertype, sizes } from './setup.mjs'
import { hundredTrees, neighbourWorkload } from './smaller-workloads.mjs'

/** Repeats of what takes less than a second, in one process. */
const SHORT = 7

function forestWorkloads(width) {
  const rows = sizes[width]
  const nominal = dataFile(`normals-${rows}x${width}-1`)
  const test = dataFile(`normals-100000x${width}-2`)
  const base = { width, nominal }
  const few = 2000
  const d = `d${width}`
  const off = { rangeCheck: false }
  return {
    [`W1-fit-${d}`]: {
      title: `W1: fit 1000 trees, n = ${rows}, d = ${width}, full depth`,
      contenders: [
        ours('xenolith', { ...base, work: 'fit', repeat: SHORT }),
        ours('xenolith, no range check', { ...base, work: 'fit', repeat: SHORT, ...off }),
        ours('xenolith, 2 workers', { ...base, work: 'fit', repeat: SHORT, threads: 2 }),
        peer('isotree', 'isotree', { ...base, work: 'fit', repeat: SHORT }),
        peer('isotree, no range check', 'isotree', { ...base, work: 'fit', repeat: SHORT, ...off }),
        peer('isotree, 2 threads', 'isotree', { ...base, work: 'fit', repeat: SHORT, threads: 2 }),
        peer('scikit-learn', 'sklearn', { ...base, work: 'fit' }, CAPPED),
        peer(
          'scikit-learn, hand-grown',
          'hand-grown',
          { ...base, work: 'fit', repeat: 1 },
          'full depth, no range check',
        ),
        ...coniferest({ ...base, work: 'fit' }),
        npm('isolation-forest', { ...base, work: 'fit', fewTrees: 100 }, '100 trees measured, scaled; depth capped'),
        npm('ml-isolation-forest', { ...base, work: 'fit', fewTrees: 20 }, '20 trees measured, scaled; no subsample'),
        ...native({ ...base, rows, work: 'fit' }),
      ],
    },
    [`W2-fit-oob-${d}`]: {
      title: `W2: fit and score the ${rows} training rows`,
      contenders: [
        ours('xenolith', { ...base, work: 'fit-oob' }),
        ours('xenolith, no range check', { ...base, work: 'fit-oob', ...off }),
        ours('xenolith, 2 workers', { ...base, work: 'fit-oob', threads: 2 }),
        peer('isotree', 'isotree', { ...base, work: 'fit-oob', fewRows: few, repeat: 1 }, `${NO_OOB}; ${SCALED(few)}`),
        peer(
          'isotree, no range check',
          'isotree',
          { ...base, work: 'fit-oob', fewRows: few, repeat: 1, ...off },
          `${NO_OOB}; ${SCALED(few)}`,
        ),
        peer(
          'isotree, 2 threads',
          'isotree',
          { ...base, work: 'fit-oob', fewRows: few, repeat: 1, threads: 2 },
          `${NO_OOB}; ${SCALED(few)}`,
        ),
        peer('scikit-learn', 'sklearn', { ...base, work: 'fit-oob', repeat: 1 }, `${CAPPED}; ${NO_OOB}`),
        ...old({ ...base, work: 'fit-oob', repeat: 1 }, `${CAPPED}; ${NO_OOB}`),
        peer(
          'scikit-learn, hand-grown',
          'hand-grown',
          { ...base, work: 'fit-oob', repeat: 1 },
          'full depth, out-of-bag, no range check',
        ),
        ...coniferest({ ...base, work: 'fit-oob', repeat: 1 }, `; ${NO_OOB}`),
        peer(
          'PyOD IForest',
          'pyod-forest',
          { ...base, work: 'fit', repeat: 1 },
          'wraps scikit-learn; its fit scores the training rows',
        ),
        npm(
          'isolation-forest',
          { ...base, work: 'fit-oob', fewTrees: 100, fewRows: few },
          `${NO_OOB}; 100 trees and ${SCALED(few)}`,
        ),
        npm(
          'ml-isolation-forest',
          { ...base, work: 'fit-oob', fewTrees: 20, fewRows: few },
          `${NO_OOB}; 20 trees and ${SCALED(few)}`,
        ),
        ...native({ ...base, rows, work: 'fit-oob' }),
      ],
    },
    [`W3-score-${d}`]: {
      title: 'W3: score 100 000 rows with 1000 trees',
      contenders: [
        ours('xenolith', { ...base, test, work: 'score', repeat: 2 }),
        ours('xenolith, no range check', { ...base, test, work: 'score', repeat: 2, ...off }),
        ours('xenolith, 2 workers', { ...base, test, work: 'score', repeat: 2, threads: 2 }),
        peer('isotree', 'isotree', { ...base, test, work: 'score', fewRows: few, repeat: 1 }, SCALED(few)),
        peer(
          'isotree, no range check',
          'isotree',
          { ...base, test, work: 'score', fewRows: few, repeat: 1, ...off },
          SCALED(few),
        ),
        peer(
          'isotree, 2 threads',
          'isotree',
          { ...base, test, work: 'score', fewRows: few, repeat: 1, threads: 2 },
          SCALED(few),
        ),
        peer(
          'scikit-learn',
          'sklearn',
          { ...base, test, work: 'score', fewRows: 20_000, repeat: 1 },
          `${CAPPED}; ${SCALED(20_000)}`,
        ),
        ...old({ ...base, test, work: 'score', fewRows: 20_000, repeat: 1 }, `${CAPPED}; ${SCALED(20_000)}`),
        peer(
          'scikit-learn, 2 jobs',
          'sklearn',
          { ...base, test, work: 'score', fewRows: 20_000, repeat: 1, threads: 2 },
          `${CAPPED}; ${SCALED(20_000)}`,
        ),
        peer(
          'scikit-learn, hand-grown',
          'hand-grown',
          { ...base, test, work: 'score', fewRows: 20_000, repeat: 1 },
          `full depth, no range check; ${SCALED(20_000)}`,
        ),
        ...coniferest({ ...base, test, work: 'score', fewRows: 20_000, repeat: 1 }, `; ${SCALED(20_000)}`),
        npm(
          'isolation-forest',
          { ...base, test, work: 'score', fewTrees: 100, fewRows: few },
          `100 trees and ${SCALED(few)}`,
        ),
        npm(
          'ml-isolation-forest',
          { ...base, test, work: 'score', fewTrees: 20, fewRows: few },
          `20 trees and ${SCALED(few)}`,
        ),
        ...native({ ...base, rows, test, testRows: 100_000, work: 'score', repeat: 2 }),
      ],
    },
    [`W6-one-row-${d}`]: {
      title: 'W6: one row, warm model of 1000 trees',
      unit: 'ms',
      contenders: [
        ours('xenolith', { ...base, test, work: 'one-row', oneByOne: 2500 }),
        ours('xenolith LODA', { ...base, test, work: 'loda-one-row', oneByOne: 2500 }),
        peer('isotree', 'isotree', { ...base, test, work: 'one-row', oneByOne: 2500 }),
        peer('scikit-learn', 'sklearn', { ...base, test, work: 'one-row', trees: 1000 }, CAPPED),
      ],
    },
    [`memory-${d}`]: {
      title: 'Peak memory of W1 to W3, and the fitted model',
      unit: 'MB',
      contenders: [
        ours('xenolith', { ...base, test, work: 'memory' }),
        ours('xenolith, 2 workers', { ...base, test, work: 'memory', threads: 2 }),
        peer('isotree', 'isotree', { ...base, test, work: 'memory', fewRows: few }),
        peer('scikit-learn', 'sklearn', { ...base, test, work: 'memory', fewRows: few }, CAPPED),
      ],
    },
  }
}

function lodaWorkloads(width) {
  const rows = sizes[width]
  const base = { width, nominal: dataFile(`normals-${rows}x${width}-1`), bins: 10 }
  const test = dataFile(`normals-100000x${width}-2`)
  const d = `d${width}`
  return {
    [`W5-loda-fit-${d}`]: {
      title: `W5: LODA, 1000 projections, n = ${rows}, d = ${width}: fit and score the training rows`,
      contenders: [
        ours('xenolith, 10 bins', { ...base, work: 'loda-fit', repeat: SHORT }),
        ours('xenolith, bins chosen', { ...base, bins: undefined, work: 'loda-fit', repeat: 2 }),
        ours('xenolith, bins chosen, 2 workers', { ...base, bins: undefined, work: 'loda-fit', repeat: 2, threads: 2 }),
        peer('PyOD, 10 bins', 'pyod-loda', { ...base, work: 'loda-fit', repeat: SHORT }, 'no out-of-bag'),
        peer('PyOD, bins chosen', 'pyod-loda', { ...base, bins: 'auto', work: 'loda-fit', repeat: 2 }, 'no out-of-bag'),
      ],
    },
    [`W5-loda-score-${d}`]: {
      title: 'W5: LODA scores of 100 000 rows',
      contenders: [
        ours('xenolith, 10 bins', { ...base, test, work: 'loda-score' }),
        ours('xenolith, bins chosen', { ...base, test, bins: undefined, work: 'loda-score' }),
        ours('xenolith, 10 bins, 2 workers', { ...base, test, work: 'loda-score', threads: 2 }),
        peer('PyOD, 10 bins', 'pyod-loda', { ...base, test, work: 'loda-score', repeat: 2 }),
      ],
    },
  }
}

function thresholdWorkload() {
  const base = {
    width: 1,
    nominal: dataFile('normals-1000000x1-3'),
    test: dataFile('mixture-1000000-4'),
    work: 'threshold',
  }
  return {
    'W7-threshold': {
      title: 'W7: threshold from 10^6 nominal and 10^6 mixture scores',
      contenders: [ours('xenolith', { ...base, repeat: 5 }), peer('numpy', 'numpy', { ...base, repeat: 5 })],
    },
  }
}

/** None without the real table. */
function covertypeWorkload() {
  if (!hasCovertype()) {
    console.error('Covertype is left out: XENOLITH_DATA names no directory that has it')
    return {}
  }
  const nominal = dataFile('covertype')
  const base = { width: 54, nominal, rows: 10_000 }
  return {
    covertype: {
      title: 'Covertype: fit on 10 000 rows with out-of-bag scores, 54 features',
      contenders: [
        ours('xenolith', { ...base, work: 'fit-oob' }),
        peer(
          'isotree',
          'isotree',
          { ...base, work: 'fit-oob', fewRows: 1000, repeat: 1 },
          `${NO_OOB}; ${SCALED(1000)}`,
        ),
        peer('scikit-learn', 'sklearn', { ...base, work: 'fit-oob', repeat: 1 }, `${CAPPED}; ${NO_OOB}`),
        peer('scikit-learn, hand-grown', 'hand-grown', { ...base, work: 'fit-oob', repeat: 1 }, 'no range check'),
      ],
    },
    'covertype-score': {
      title: 'Covertype: score 92 962 rows',
      contenders: [
        ours('xenolith', { ...base, test: nominal, work: 'score', repeat: 2 }),
        peer('isotree', 'isotree', { ...base, test: nominal, work: 'score', fewRows: 1000, repeat: 1 }, SCALED(1000)),
        peer(
          'scikit-learn',
          'sklearn',
          { ...base, test: nominal, work: 'score', fewRows: 20_000, repeat: 1 },
          `${CAPPED}; ${SCALED(20_000)}`,
        ),
        peer(
          'scikit-learn, hand-grown',
          'hand-grown',
          { ...base, test: nominal, work: 'score', fewRows: 20_000, repeat: 1 },
          `no range check; ${SCALED(20_000)}`,
        ),
      ],
    },
  }
}

/** Does cost grow as it should? One contender, one dimension at a time. */
function growthWorkloads() {
  const width = 9
  const nominal = dataFile('normals-10000x9-1')
  const curve = (over, points, toTask) => ({
    title: `Growth in ${over}`,
    over,
    contenders: points.map((x) => ({ ...ours(String(x), toTask(x)), x })),
  })
  return {
    'growth-rows-scored': curve('rows scored', [1000, 10_000, 100_000, 1_000_000, 10_000_000], (rows) => ({
      width,
      nominal,
      trees: 100,
      test: dataFile(`normals-${rows}x9-5`),
      work: 'score',
      repeat: rows > 1_000_000 ? 1 : 3,
    })),
    'growth-nominal-rows': curve('nominal rows', [1000, 4000, 16_000, 64_000, 256_000], (rows) => ({
      width,
      nominal: dataFile(`normals-${rows}x9-7`),
      trees: 100,
      work: 'fit-oob',
      repeat: 2,
    })),
    'growth-trees': curve('trees', [100, 300, 1000, 3000], (trees) => ({
      width,
      nominal,
      trees,
      work: 'fit-oob',
      repeat: 2,
    })),
    'growth-subsample': curve('subsample', [250, 1000, 4000], (subsample) => ({
      width,
      nominal,
      subsample,
      work: 'fit',
      trees: 300,
    })),
    'growth-features': curve('features', [3, 9, 27, 81], (d) => ({
      width: d,
      nominal: dataFile(`normals-10000x${d}-6`),
      trees: 300,
      work: 'fit-oob',
    })),
  }
}

export const workloads = () => ({
  ...forestWorkloads(9),
  ...lodaWorkloads(9),
  ...thresholdWorkload(),
  ...forestWorkloads(54),
  ...lodaWorkloads(54),
  ...hundredTrees(9),
  ...hundredTrees(54),
  ...neighbourWorkload(9),
  ...neighbourWorkload(20),
  ...neighbourWorkload(54),
  ...neighbourWorkload(784),
  ...covertypeWorkload(),
  ...growthWorkloads(),
  ...commandWorkloads(),
})
