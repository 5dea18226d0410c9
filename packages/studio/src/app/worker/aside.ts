import { estimateAlpha } from '@xenolith/core'
import { copyOfThis } from './engine.ts'

/** What a helper is asked: the scores of the pilot, and the seed. */
export interface AsideAsked {
  readonly nominal: Float64Array
  readonly mixture: Float64Array
  readonly seed: number
}

/** With confidence 90 %: of 100 resamples five lie on either side. */
const CONFIDENCE = 0.9
/** Resamples times rows, so that large pilots take seconds and not minutes. */
const [MOST, FEWEST, ROWS_TIMES] = [100, 40, 400_000]

/** The estimate's interval, found by a helper beside this worker, which can answer other questions meanwhile; null where there is none. */
export function intervalAside(asked: AsideAsked, signal: AbortSignal): Promise<readonly [number, number] | null> {
  const helper = copyOfThis('aside')
  return new Promise<readonly [number, number] | null>((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { once: true })
    helper.onmessage = ({ data }: MessageEvent<readonly [number, number] | null>) => resolve(data)
    helper.onerror = () => resolve(null)
    helper.postMessage(asked)
  }).finally(() => helper.terminate())
}

/** The helper's own part. */
export function intervalOf({ nominal, mixture, seed }: AsideAsked): readonly [number, number] | null {
  const rows = Math.max(nominal.length, mixture.length)
  const bootstrap = Math.min(MOST, Math.max(FEWEST, Math.floor(ROWS_TIMES / rows)))
  const estimate = estimateAlpha('bt-patrasen', { nominal, mixture }, { seed, bootstrap, confidence: CONFIDENCE })
  return 'interval' in estimate ? estimate.interval : null
}
