import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

/** Where the studio lies that comes with the command. */
export function studioBeside(): URL {
  return new URL('dist/studio.html', pathToFileURL(createRequire(import.meta.url).resolve('xenolith/package.json')))
}
