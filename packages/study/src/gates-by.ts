import { type CertifyInput, placeGates, prepare, type Samples } from '@xenolith/core'
import { gatesBesideAtoms } from '@xenolith/core/internals'
import type { Pilot } from './scored.js'

/**
 * Gates where the detector is best, by rows that certify nothing, or, by nominal rows alone, outside of atoms; undefined where the method has none, or where alpha is read off
 * the certified scores, for which everything has to be fixed beforehand.
 */
export function gatesBy(
  { nominal, mixture }: Pilot,
  { alpha, aliensAtMost, recall, confidence, method, audit, samples }: Asked,
): CertifyInput['gates'] {
  const share = aliensAtMost === undefined ? alpha : aliensAtMost / samples.mixture.length
  const walks = aliensAtMost === undefined ? 'exact' : 'count'
  if (share === undefined || audit !== undefined || (method ?? walks) !== walks) return undefined
  const [n0, nm] = [samples.nominal.length, samples.mixture.length]
  const terms = { alpha: share, recall, confidence, n0, nm, method: walks } as const
  return mixture === undefined
    ? gatesBesideAtoms(nominal, terms)
    : placeGates({ ...terms, pilot: prepare(nominal, mixture) })
}

type Asked = Pick<CertifyInput, 'alpha' | 'aliensAtMost' | 'recall' | 'confidence' | 'method' | 'audit'> & {
  readonly samples: Samples
}
