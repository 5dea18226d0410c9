// Builds the studio's page and the bundles of the command, of the bridge and of the service's threads from what the compiler left in dist/. Does
// nothing when all that goes into them, and they themselves, are as they were after the last time.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const record = join(root, 'node_modules/.cache/bundles.sha256')
const scripts = [
  'packages/studio/build.mjs',
  'packages/cli/bundle.mjs',
  'packages/bridge/bundle.mjs',
  'packages/service/bundle.mjs',
]
const packages = readdirSync(join(root, 'packages')).map((name) => join('packages', name))

/** Of every file that goes in or comes out; what is in node_modules is as the lock file says. */
function digest() {
  const hash = createHash('sha256').update(process.version)
  const add = (path) => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false })
    if (stat?.isDirectory()) for (const name of readdirSync(join(root, path)).sort()) add(join(path, name))
    else if (stat && !/\.(map|d\.ts|tsbuildinfo)$/.test(path)) {
      const content = readFileSync(join(root, path))
      hash.update(`${path} ${content.length}\n`).update(content)
    }
  }
  const folders = packages.flatMap((path) => [join(path, 'package.json'), join(path, 'dist')])
  for (const path of [
    'package-lock.json',
    'tools/bundle.mjs',
    'tools/bundles.mjs',
    'packages/studio/src',
    ...scripts,
    ...folders,
  ])
    add(path)
  return hash.digest('hex')
}

function recorded() {
  try {
    return readFileSync(record, 'utf8')
  } catch {
    return undefined
  }
}

if (recorded() !== digest()) {
  for (const script of scripts) await import(new URL(`../${script}`, import.meta.url))
  mkdirSync(dirname(record), { recursive: true })
  writeFileSync(record, digest())
}
