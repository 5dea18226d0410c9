import type { Random } from '../../src/numeric/random.js'

export interface HardLaw {
  readonly name: string
  nominal(random: Random): number
  alien(random: Random): number
  missRate(tau: number): number
}
export function leastFavourable(u: number, eta: number): HardLaw
export function atomAt(from: number, to: number, eta: number): HardLaw
export function allTied(eta: number): HardLaw
export function fewValues(values: number, at: number, eta: number): HardLaw
export function atTheBottom(): HardLaw
export function drawRows(
  law: HardLaw,
  sizes: { readonly n0: number; readonly nm: number; readonly share?: number; readonly aliens?: number },
  random: Random,
): { readonly nominal: Float64Array; readonly mixture: Float64Array; readonly isAlien: boolean[] }
