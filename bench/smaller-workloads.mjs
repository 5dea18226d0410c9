// A hundred trees, and nearest neighbours.
import { CAPPED, coniferest, ours, peer, SCALED } from './contenders.mjs'
import { dataFile, sizes } from './setup.mjs'

/** A hundred trees, as many as the peers have by default. */
export function hundredTrees(width) {
  const nominal = dataFile(`normals-${sizes[width]}x${width}-1`)
  const task = { width, nominal, trees: 100, test: dataFile(`normals-100000x${width}-2`), work: 'score', repeat: 2 }
  return {
    [`hundred-trees-d${width}`]: {
      title: `100 trees, d = ${width}: score 100 000 rows`,
      contenders: [
        ours('xenolith', task),
        ours('xenolith, 2 workers', { ...task, threads: 2 }),
        peer('scikit-learn', 'sklearn', task, CAPPED),
        ...coniferest(task),
      ],
    },
  }
}

/** The five nearest of 10 000 nominal rows. */
export function neighbourWorkload(width) {
  const task = {
    width,
    nominal: dataFile(`normals-10000x${width}-1`),
    test: dataFile(`normals-100000x${width}-2`),
    repeat: width > 100 ? 1 : 2,
  }
  const brute = { ...task, work: 'score', algorithm: 'brute' }
  return {
    [`knn-d${width}`]: {
      title: `kNN: the five nearest of 10 000 rows for 100 000 rows, d = ${width}`,
      contenders: [
        ours('xenolith', { ...task, work: 'knn-score' }),
        peer('scikit-learn, brute force', 'neighbours', brute),
        ...(width <= 20
          ? [
              peer(
                'scikit-learn, k-d tree',
                'neighbours',
                { ...brute, algorithm: 'kd_tree', fewRows: 20_000 },
                SCALED(20_000),
              ),
            ]
          : []),
      ],
    },
  }
}
