import { plan as planFor } from '@xenolith/core'
import type { Answer, Request } from './request.js'

/** How much data a promise takes, or what promise data can carry. */
export const plan: Request = ({ header }, session): Answer => {
  const asked = header.asked as Parameters<typeof planFor>[0]
  const file = header.model === undefined ? undefined : session.model(header.model)
  const alpha = asked.alpha ?? file?.certificate.alpha
  return { fields: { plan: planFor({ ...asked, alpha, curves: file?.evidence.curves }) } }
}
