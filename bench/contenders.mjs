// Who takes part in a workload, and what is said beside numbers that are not quite the same work.
import { nativeForest, oldPython } from './setup.mjs'

export const ours = (name, task) => ({ name, program: 'node', task })
export const peer = (name, peer, task, note) => ({ name, program: 'python', task: { peer, ...task }, note })

export const npm = (name, task, note) => ({ name, program: 'npm', task: { peer: name, repeat: 1, ...task }, note })
/** None without a compiler. */
export const native = (task) =>
  nativeForest() === undefined
    ? []
    : [{ name: 'native C, one thread', program: 'native', task, note: 'the same algorithm' }]

/** None where it cannot be had. */
export const old = (task, note) =>
  oldPython() === undefined
    ? []
    : [{ name: 'scikit-learn 1.2', program: 'old-python', task: { peer: 'sklearn', ...task }, note }]

/** As its authors set it, and as deep as ours. */
export const coniferest = (task, note = '') => [
  peer('coniferest', 'coniferest', task, `${CAPPED}${note}`),
  peer('coniferest, full depth', 'coniferest', { ...task, fullDepth: true }, `no range check${note}`),
]

export const CAPPED = 'depth capped at log2, no range check'
export const NO_OOB = 'no out-of-bag: all trees score'
export const SCALED = (few) => `${few} rows measured, scaled`
