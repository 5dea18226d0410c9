import { detectorNames } from '@xenolith/core'
import { detectorOf } from '@xenolith/core/internals'

/** The detectors that learn, with a word on each. The page itself does without their code. */
export async function detectors(_: null): Promise<{ readonly name: string; readonly description: string }[]> {
  return detectorNames
    .filter((name) => detectorOf(name).learns)
    .map((name) => ({ name, description: detectorOf(name).description }))
}
