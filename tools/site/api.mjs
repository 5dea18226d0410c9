// What the packages export, read off their declarations with the TypeScript compiler.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { publicPackages } from '../packages/pack.mjs'

/** Entries that are no part of the contract, and the command, whose contract is its flags. */
const PRIVATE = ['@xenolith/core/internals', '@xenolith/engine/worker', 'xenolith']

let read

/** Every public entry with its exports: name, kind, declaration, words, examples and the file they stand in. */
export function readApi() {
  read ??= readPackages()
  return read
}

function readPackages() {
  const entries = publicPackages().flatMap(({ directory, manifest }) =>
    Object.entries(manifest.exports)
      .filter(([, target]) => target.types !== undefined)
      .map(([path, target]) => ({ name: join(manifest.name, path), file: join(directory, target.types), directory })),
  )
  const shown = entries.filter(({ name }) => !PRIVATE.includes(name))
  const options = { noLib: true, module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext }
  const program = ts.createProgram(
    shown.map(({ file }) => file),
    { ...options, target: ts.ScriptTarget.ES2022, types: [] },
  )
  const checker = program.getTypeChecker()
  return shown.map(({ name, file, directory }) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file))
    const symbols = checker.getExportsOfModule(module).map((symbol) => readSymbol(symbol, checker, directory))
    return { name, exports: symbols.sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1)) }
  })
}

const KINDS = ['function', 'class', 'value', 'type']

function rank({ kind }) {
  return KINDS.indexOf(kind)
}

function readSymbol(exported, checker, directory) {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
  const declarations = (symbol.declarations ?? []).map((node) =>
    ts.isVariableDeclaration(node) ? node.parent.parent : node,
  )
  const tags = symbol.getJsDocTags(checker)
  return {
    name: exported.name,
    kind: kindOf(symbol),
    declaration: declarations.map(declarationText).join('\n'),
    words: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
    examples: tags.filter(({ name }) => name === 'example').map(({ text }) => ts.displayPartsToString(text)),
    source: declarations[0]
      ?.getSourceFile()
      .fileName.replace(`${directory}/dist/`, 'src/')
      .replace(/\.d\.ts$/, '.ts'),
  }
}

function kindOf({ flags }) {
  if (flags & ts.SymbolFlags.Function) return 'function'
  if (flags & ts.SymbolFlags.Class) return 'class'
  if (flags & ts.SymbolFlags.Variable) return 'value'
  return 'type'
}

/** The declaration as it stands, with the words about members and without those about itself. */
function declarationText(node) {
  return node.getText().replace(/^export (declare )?/, '')
}

/** The TypeScript of an `@example`, out of its fence. */
export function exampleCode(example) {
  return /```ts\n([\s\S]*?)\n?```/.exec(example)?.[1] ?? example
}

/** The version that the packages share. */
export function readVersion() {
  return JSON.parse(readFileSync(new URL('../../packages/core/package.json', import.meta.url), 'utf8')).version
}
