import type { Certificate } from '@xenolith/core'

/** The promise in force, for the chip above every screen. */
class InForce {
  certificate = $state.raw<Certificate | null>(null)
}

export const inForce: InForce = new InForce()
