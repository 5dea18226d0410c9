import { clopperPearsonLower, clopperPearsonUpper } from '../numeric/clopper-pearson.js'

export interface AuditedShare {
  readonly lower: number
  readonly upper: number
}

/**
 * Bounds on alpha from a uniform random sample of the mixture, labelled by a person. Each fails with probability at most
 * delta. Unsure rows count as nominal below and as alien above.
 *
 * @example
 * ```ts
 * auditedBounds({ labelled: 200, aliens: 20, unsure: 2 }, 0.05).upper // => 0.1533…
 * ```
 */
export function auditedBounds(
  { labelled, aliens, unsure }: { readonly labelled: number; readonly aliens: number; readonly unsure: number },
  delta: number,
): AuditedShare {
  return {
    lower: clopperPearsonLower(aliens, labelled, delta),
    upper: clopperPearsonUpper(aliens + unsure, labelled, delta),
  }
}
