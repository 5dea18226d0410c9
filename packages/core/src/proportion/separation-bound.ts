export {
  type SeparationBound,
  type SeparationTest,
  separationBound,
  separationBoundAtQuantile,
  separationPValue,
} from '../certificates/separation-bound.js'
