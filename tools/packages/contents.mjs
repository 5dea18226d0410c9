// What a tarball must hold, must not hold, and may weigh.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The most that a tarball may weigh, in kB compressed. Raise one in the change that needs it. */
const BUDGET = { core: 320, engine: 100, files: 115, pages: 85, service: 180, study: 75, cli: 920 }

const REQUIRED = ['package.json', 'README.md', 'LICENSE']
const FORBIDDEN = /(^|\/)(test|tests|node_modules)\/|\.tsbuildinfo$|\.tgz$|\.map$|(?<!\.d)\.ts$/

/** Complaints about one packed package; none is good. */
export function checkContents({ folder, directory, files, size }) {
  const complaints = []
  for (const name of REQUIRED) if (!files.includes(name)) complaints.push(`${name} is missing`)
  for (const name of files) {
    if (FORBIDDEN.test(name)) complaints.push(`${name} does not belong in the package`)
    // A file that no source makes any more stays in dist until someone removes it; bundles are made anew each time.
    const source = /^dist\/(?!bundle\/|threads\/)(.*)\.(?:d\.ts|js|js\.map)$/.exec(name)?.[1]
    if (source !== undefined && !existsSync(join(directory, 'src', `${source}.ts`))) {
      complaints.push(`${name} has no source; remove it and build again`)
    }
  }
  const budget = BUDGET[folder]
  if (budget === undefined) complaints.push('it has no size budget; give it one in tools/packages/contents.mjs')
  else if (size > budget * 1000) complaints.push(`it weighs ${(size / 1000).toFixed(0)} kB; the budget is ${budget} kB`)
  return complaints
}
