import { createRequire } from 'node:module'

/** The version of this package, and of all of Xenolith. */
export const version: string = createRequire(import.meta.url)('xenolith/package.json').version
