import { createRequire } from 'node:module'

/** The version of this package, and of all of Xenolith: results are never mixed over versions. */
export const version: string = createRequire(import.meta.url)('../package.json').version
