import type { Estimate } from './agree.js'
import { type Line, numberIn } from './csv.js'

/** Which cell of which table: what was run on what. */
export interface CellKey {
  readonly dataset: string
  readonly detector: string
  readonly n: number | null
  readonly alpha: number
  readonly alphaUsed: number
  readonly q: number
  readonly variant: string
}

/** A reproduced line: one cell, as the runner saved it. */
export interface Result extends CellKey {
  readonly runs: number | null
  readonly recall: Estimate | null
  readonly falseAlarmRate: Estimate | null
  readonly oracle: number | null
  readonly oracleMedian: number | null
  readonly farQ1: number | null
  readonly farMedian: number | null
  readonly farQ3: number | null
  readonly recall05: number | null
  readonly nStar: number | null
}

export function resultOf(line: Line): Result {
  const alpha = numberIn(line, 'alpha') ?? Number.NaN
  const estimate = (column: string): Estimate | null => {
    const mean = numberIn(line, column)
    return mean === null ? null : { mean, ci: numberIn(line, `${column}Ci`) ?? 0 }
  }
  return {
    dataset: line.dataset || 'synthetic',
    detector: line.detector || '',
    n: numberIn(line, 'n'),
    alpha,
    alphaUsed: numberIn(line, 'alphaUsed') ?? alpha,
    q: numberIn(line, 'q') ?? Number.NaN,
    variant: line.variant || 'basic',
    runs: numberIn(line, 'runs'),
    recall: estimate('recall'),
    falseAlarmRate: estimate('falseAlarmRate'),
    oracle: numberIn(line, 'oracle'),
    oracleMedian: numberIn(line, 'oracleMedian'),
    farQ1: numberIn(line, 'farQ1'),
    farMedian: numberIn(line, 'farMedian'),
    farQ3: numberIn(line, 'farQ3'),
    recall05: numberIn(line, 'recall05'),
    nStar: numberIn(line, 'nStar'),
  }
}

/** What one certificate promised and delivered over the runs of one setting. */
export interface CertificateResult {
  readonly source: string
  readonly detector: string
  readonly n: number | null
  readonly alpha: number
  readonly recall: number
  readonly confidence: number
  readonly method: string
  readonly runs: number | null
  readonly certified: number | null
  readonly kept: number | null
  readonly deliveredRecall: number | null
  readonly deliveredRecallLeast: number | null
  readonly falseAlarmRate: number | null
  readonly falseAlarmRateUpper: number | null
  readonly boundHeld: number | null
}

export function certificateOf(line: Line): CertificateResult {
  return {
    source: line.source || 'synthetic',
    detector: line.detector || '',
    n: numberIn(line, 'n'),
    alpha: numberIn(line, 'alpha') ?? Number.NaN,
    recall: numberIn(line, 'recall') ?? Number.NaN,
    confidence: numberIn(line, 'confidence') ?? Number.NaN,
    method: line.method || '',
    runs: numberIn(line, 'runs'),
    certified: numberIn(line, 'certified'),
    kept: numberIn(line, 'kept'),
    deliveredRecall: numberIn(line, 'deliveredRecall'),
    deliveredRecallLeast: numberIn(line, 'deliveredRecallLeast'),
    falseAlarmRate: numberIn(line, 'falseAlarmRate'),
    falseAlarmRateUpper: numberIn(line, 'falseAlarmRateUpper'),
    boundHeld: numberIn(line, 'boundHeld'),
  }
}

/** What a recall cost with one detector, at the oracle's threshold or at certified ones. */
export interface FalseAlarmResult {
  readonly dataset: string
  readonly detector: string
  readonly n: number | null
  readonly alpha: number
  readonly threshold: string
  readonly recall: number
  readonly runs: number | null
  /** The share of runs in which the recall was promised. */
  readonly given: number | null
  readonly kept: number | null
  /** Where it was not promised, everything alarms. */
  readonly falseAlarmRate: Estimate | null
  readonly deliveredRecall: number | null
}

export function falseAlarmOf(line: Line): FalseAlarmResult {
  const mean = numberIn(line, 'falseAlarmRate')
  return {
    dataset: line.dataset || '',
    detector: line.detector || '',
    n: numberIn(line, 'n'),
    alpha: numberIn(line, 'alpha') ?? Number.NaN,
    threshold: line.threshold || '',
    recall: numberIn(line, 'recall') ?? Number.NaN,
    runs: numberIn(line, 'runs'),
    given: numberIn(line, 'given'),
    kept: numberIn(line, 'kept'),
    falseAlarmRate: mean === null ? null : { mean, ci: numberIn(line, 'falseAlarmRateCi') ?? 0 },
    deliveredRecall: numberIn(line, 'deliveredRecall'),
  }
}
