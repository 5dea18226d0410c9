import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'

/** Sources and tests of core as JavaScript with maps, in which `vitest` is the stand-in. */
export async function copyCore(root, copy) {
  for (const folder of ['packages/core/src', 'packages/core/test', 'tools']) {
    const from = join(root, folder)
    await cp(from, join(copy, folder), { recursive: true, filter: (path) => !path.endsWith('.ts') })
    for (const path of await readdir(from, { recursive: true })) {
      if (path.endsWith('.ts')) await writeModule(copy, join(folder, path), await readFile(join(from, path), 'utf8'))
    }
  }
  await writeFile(join(copy, 'package.json'), '{ "type": "module" }')
  const standIn = join(root, 'tools/mutate/stand-in.mjs')
  await writePackage(copy, 'vitest', { index: standIn })
  const [index, internals] = ['index.js', 'internals.js'].map((name) => join(copy, 'packages/core/src', name))
  await writePackage(copy, '@xenolith/core', { index, internals })
  await symlink(join(root, 'node_modules/fast-check'), join(copy, 'node_modules/fast-check'))
}

/** A package whose modules are those of other places. */
async function writePackage(copy, name, modules) {
  const folder = join(copy, 'node_modules', name)
  await mkdir(folder, { recursive: true })
  const exports = {}
  for (const [module, path] of Object.entries(modules)) {
    exports[module === 'index' ? '.' : `./${module}`] = `./${module}.js`
    await writeFile(join(folder, `${module}.js`), `export * from ${JSON.stringify(path)}\n`)
  }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', exports }))
}

export async function writeModule(copy, path, text) {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023, sourceMap: true }
  const { outputText, sourceMapText } = ts.transpileModule(text, { compilerOptions })
  const script = join(copy, path.replace(/\.ts$/, '.js'))
  await writeFile(script, outputText)
  await writeFile(`${script}.map`, sourceMapText)
}
