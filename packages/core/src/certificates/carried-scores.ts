/** The scores that a certificate was made from, as a bundle carries them; arrays are little-endian doubles in base64. */
export type CarriedScores =
  | {
      readonly kind: 'samples'
      readonly nominal: string
      readonly mixture: string
      /** What a person said of rows of the mixture, counted from 0. */
      readonly audit?: { readonly rows: readonly number[]; readonly verdicts: readonly string[] }
    }
  | {
      readonly kind: 'drawn'
      readonly scores: string
      readonly verdicts: readonly string[]
      readonly attempt: number
      readonly ranks: { readonly n0: number; readonly rank: readonly number[]; readonly score: readonly number[] }
    }
