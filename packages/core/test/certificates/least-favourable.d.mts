import type { CountTest } from '../../src/certificates/count/count-test.js'
import type { RankTest } from '../../src/certificates/exact/rank-test.js'
import type { Schedule } from '../../src/certificates/walk/schedule.js'

export interface Library {
  betaQuantile(p: number, a: number, b: number): number
  binomialPmf(k: number, n: number, p: number): number
  binomialCdf(k: number, n: number, p: number): number
  exactPValue(test: RankTest): number
  countPValue(test: CountTest): number
}
export interface WalkLaw {
  readonly n0: number
  readonly schedule: Schedule
  /** P(the test at rank k and this level passes | F0 at that rank is v), when the miss rate is eta there. */
  passes(k: number, level: number, v: number): number
}
export function exactLaw(
  lib: Library,
  design: { readonly n0: number; readonly nm: number; readonly alpha: number; readonly eta: number },
  schedule: Schedule,
): WalkLaw
export function countLaw(
  lib: Library,
  design: { readonly n0: number; readonly nm: number; readonly aliens: number; readonly eta: number },
  schedule: Schedule,
): WalkLaw
export function worstError(
  lib: Library,
  law: WalkLaw,
  grid?: { readonly points?: number; readonly nodes?: number },
): number
