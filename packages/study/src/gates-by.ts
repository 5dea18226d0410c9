import { type CertifyInput, placeGates, prepare, type Samples } from '@xenolith/core'
import type { Pilot } from './scored.js'

/**
 * Gates where the detector is best, by rows that certify nothing; undefined where the method has none, or where alpha is read off
 * the certified scores, for which everything has to be fixed beforehand.
 */
export function gatesBy(
  { nominal, mixture }: Pilot,
  { alpha, aliensAtMost, recall, confidence, method, samples }: Asked,
): CertifyInput['gates'] {
  const share = aliensAtMost === undefined ? alpha : aliensAtMost / samples.mixture.length
  const walks = aliensAtMost === undefined ? 'exact' : 'count'
  if (share === undefined || (method ?? walks) !== walks) return undefined
  return placeGates({
    pilot: prepare(nominal, mixture),
    alpha: share,
    recall,
    confidence,
    n0: samples.nominal.length,
    nm: samples.mixture.length,
    method: walks,
  })
}

type Asked = Pick<CertifyInput, 'alpha' | 'aliensAtMost' | 'recall' | 'confidence' | 'method'> & {
  readonly samples: Samples
}
