import { count, number } from '@xenolith/pages'
import type { Estimate, Mark } from '../compare/agree.js'
import type { Tally } from '../compare/tally.js'

const minus = '\u2212'

/** Shown where there is no number. */
export const none = '–'

/** A rate with the three decimals that the papers print. */
export function rate(value: number | null | undefined, decimals: number = 3): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return none
  return value
    .toFixed(decimals)
    .replace(/^-/, minus)
    .replace(/^−(0\.0+)$/, '$1')
}

/** "0.936 ± 0.014", never broken over two lines. */
export function interval(estimate: Estimate | null | undefined, decimals: number = 3): string {
  return estimate ? `${rate(estimate.mean, decimals)}\u00a0±\u00a0${rate(estimate.ci, decimals)}` : none
}

/** A difference with its sign, one decimal. */
export function signed(value: number, decimals: number = 1): string {
  const text = Math.abs(value).toFixed(decimals)
  return Number(text) === 0 ? text : `${value < 0 ? minus : '+'}${text}`
}

export const markSign: Readonly<Record<Mark, string>> = { agrees: '', rounding: '≈', differs: '✗' }

export function whole(value: number | null | undefined): string {
  return value === null || value === undefined ? none : count(value)
}

/** "24 of 25". */
export function share({ agreeing, total }: Pick<Tally, 'agreeing' | 'total'>): string {
  return `${count(agreeing)} of ${count(total)}`
}

export function alphaWords(alpha: number): string {
  return `alpha = ${number(alpha)}`
}

/** "recall 95 %": the target that a q stands for. */
export function targetOf(q: number): string {
  return `${number(Math.round((1 - q) * 1e6) / 1e4)}\u00a0%`
}

/** 100, 500, 1K, 5K: as the papers write sample sizes. */
export function compactCount(n: number): string {
  return n >= 1000 && n % 1000 === 0 ? `${n / 1000}K` : String(n)
}

const datasets: Readonly<Record<string, string>> = {
  landsat: 'Landsat',
  optdigits: 'optdigits',
  pageblocks: 'page-blocks',
  letter: 'Letter',
  shuttle: 'Shuttle',
  covertype: 'Covertype',
  mnist: 'MNIST',
  tiny: 'Tiny ImageNet',
  'cifar10-tiny': 'CIFAR-10, ResNet',
  'cifar10-tiny-squeezenet': 'CIFAR-10, SqueezeNet',
  tiny200: 'Tiny ImageNet, 100 + 100',
  synthetic: 'Synthetic',
}

export function datasetName(dataset: string): string {
  return datasets[dataset] ?? dataset
}

const detectors: Readonly<Record<string, string>> = { iforest: 'iForest', loda: 'LODA' }

export function detectorName(detector: string): string {
  return detectors[detector] ?? detector
}

/** "a, b and c". */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`
}

/** "1-6", "7, 8": the numbers of tables, runs joined. */
export function ranges(numbers: readonly number[]): string {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b)
  const runs: number[][] = []
  for (const each of sorted) {
    const last = runs.at(-1)
    if (last && each === last[last.length - 1] + 1) last.push(each)
    else runs.push([each])
  }
  return runs.map((run) => (run.length > 1 ? `${run[0]}–${run[run.length - 1]}` : String(run[0]))).join(', ')
}
