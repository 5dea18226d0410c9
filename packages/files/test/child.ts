import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packages = fileURLToPath(new URL('../../', import.meta.url))

/** The file layer in `folder`, with no more of core than it needs, so that a process of its own can run it, and be interrupted. */
export async function copyFiles(folder: string): Promise<void> {
  const core = join(folder, 'node_modules/@xenolith/core')
  const parts = ['errors', 'data/table', 'data/varies']
  for (const part of parts) {
    await mkdir(dirname(join(core, part)), { recursive: true })
    await cp(join(packages, 'core/dist', `${part}.js`), join(core, `${part}.js`))
  }
  const exports = { '.': './index.js', './internals': './index.js' }
  await writeFile(join(core, 'package.json'), JSON.stringify({ type: 'module', exports }))
  await writeFile(join(core, 'index.js'), parts.map((part) => `export * from './${part}.js'\n`).join(''))
  await symlink(join(packages, '../node_modules/@duckdb'), join(folder, 'node_modules/@duckdb'))
  await cp(join(packages, 'files/dist'), folder, {
    recursive: true,
    filter: (path) => !/\.(ts|map|tsbuildinfo)$/.test(path),
  })
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
}

/** Runs a script beside the copied files. */
export function runScript(folder: string, script: string): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder })
}

/** What the process said and how it ended. */
export async function outcome(
  child: ChildProcessWithoutNullStreams,
): Promise<{ code: number | null; out: string; err: string }> {
  let out = ''
  let err = ''
  child.stdout.on('data', (data) => (out += data))
  child.stderr.on('data', (data) => (err += data))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, out, err }
}
