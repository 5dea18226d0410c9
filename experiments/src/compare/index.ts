export { agree, type Comparison, compare, type Estimate, type Mark, markOf, zDistance } from './agree.js'
export type { Cell } from './cells.js'
export {
  type AlphaCell,
  type ComparedElement,
  compareElement,
  type QuartileCell,
  type Summary,
} from './compare-element.js'
export { type Element, readElement, readElements } from './read-element.js'
export { sum, type Tally, tally } from './tally.js'
