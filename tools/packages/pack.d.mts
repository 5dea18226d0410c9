export interface PublicPackage {
  readonly folder: string
  readonly directory: string
  // biome-ignore lint/suspicious/noExplicitAny: a manifest is checked field by field
  readonly manifest: any
}
export const root: string
export function publicPackages(): PublicPackage[]
