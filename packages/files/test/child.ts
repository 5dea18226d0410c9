import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const packages = fileURLToPath(new URL('../../', import.meta.url))
const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }

/** The file layer as JavaScript in `folder`, so that a process of its own can run it, and be interrupted. */
export async function transpileFiles(folder: string): Promise<void> {
  const core = join(folder, 'node_modules/@xenolith/core')
  const parts = ['errors', 'data/table', 'data/varies']
  for (const part of parts) await transpile(join(packages, 'core/src', `${part}.ts`), join(core, `${part}.ts`))
  const exports = { '.': './index.js', './internals': './index.js' }
  await writeFile(join(core, 'package.json'), JSON.stringify({ type: 'module', exports }))
  await writeFile(join(core, 'index.js'), parts.map((part) => `export * from './${part}.js'\n`).join(''))
  await symlink(join(packages, '../node_modules/@duckdb'), join(folder, 'node_modules/@duckdb'))
  const files = join(packages, 'files/src')
  for (const name of await readdir(files, { recursive: true }))
    if (name.endsWith('.ts')) await transpile(join(files, name), join(folder, name))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
}

async function transpile(from: string, to: string): Promise<void> {
  const { outputText } = ts.transpileModule(await readFile(from, 'utf8'), { compilerOptions })
  await mkdir(dirname(to), { recursive: true })
  await writeFile(join(dirname(to), basename(to).replace(/ts$/, 'js')), outputText)
}

/** Runs a script beside the transpiled files. */
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
