import type { WatchPlan } from '@xenolith/core'
import { planFor } from '../../stored-certificate.js'
import { first, type Tx } from '../driver.js'
import type { CertificateRow } from './models.js'
import type { StreamRow } from './streams.js'

const MOST_PLANS = 64
const plans = new Map<string, WatchPlan | null>()

/** What is watched on a stream; null where nothing can be. Certificates never change, so a thread works a plan out once. */
export async function planOf(tx: Tx, stream: StreamRow): Promise<WatchPlan | null> {
  const key = `${stream.certificate_id} ${stream.alpha} ${stream.confidence}`
  const known = plans.get(key)
  if (known !== undefined) return known
  const row = await first<CertificateRow>(tx, 'SELECT * FROM certificates WHERE id = ?', stream.certificate_id)
  const plan = planFor(stream, row!)
  plans.set(key, plan)
  if (plans.size > MOST_PLANS) plans.delete(plans.keys().next().value!)
  return plan
}
