// The packages that people install, as npm would publish them.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Every workspace below packages/ that is not private: its folder and its manifest. */
export function publicPackages() {
  return readdirSync(join(root, 'packages'))
    .map((folder) => {
      const directory = join(root, 'packages', folder)
      return { folder, directory, manifest: JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) }
    })
    .filter(({ manifest }) => manifest.private !== true)
}

/** Packs every package into `target`; each comes back with its tarball, its size and the files in it. */
export function packAll(target) {
  const packages = publicPackages()
  const workspaces = packages.flatMap(({ manifest }) => ['--workspace', manifest.name])
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', target, ...workspaces]
  const packed = JSON.parse(
    execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  )
  const byName = new Map(Object.values(packed).map((entry) => [entry.name, entry]))
  return packages.map((each) => {
    const { filename, size, unpackedSize, files } = byName.get(each.manifest.name)
    return { ...each, tarball: join(target, filename), size, unpackedSize, files: files.map(({ path }) => path) }
  })
}
