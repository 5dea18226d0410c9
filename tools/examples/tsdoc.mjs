// The examples in the comments of public functions, as programs.
import { exampleCode, readApi } from '../site/api.mjs'

/** Functions and classes that people may call, each with its examples. */
export function documented() {
  const api = readApi()
  const namesOf = (entry) => api.find(({ name }) => name === entry).exports.map(({ name }) => name)
  return api.flatMap(({ name: entry, exports }) =>
    exports
      .filter(({ kind }) => kind === 'function' || kind === 'class')
      .map(({ name, examples }) => ({
        entry,
        name,
        examples: examples.map((example) => withImports(exampleCode(example), entry, namesOf)),
      })),
  )
}

/** The example with an import of every public name that it uses and does not import itself: of its own package, or of core. */
export function withImports(code, entry, namesOf) {
  const imported = new Set([...code.matchAll(/^import \{([^}]*)\}/gm)].flatMap(([, list]) => list.split(/\W+/)))
  const declared = new Set(
    [...code.matchAll(/\b(?:const|let|function\*?|class) (?:\{([^}]*)\}|\[([^\]]*)\]|(\w+))/g)].flatMap(
      ([, ...found]) => found.flatMap((list) => list?.split(/\W+/) ?? []),
    ),
  )
  const known = new Set([...imported, ...declared])
  const lines = []
  for (const from of new Set([entry, '@xenolith/core'])) {
    const used = namesOf(from).filter(
      (name) => !known.has(name) && new RegExp(`(?<![\\w.'])${name}\\b(?!['\\w]*:)`).test(code),
    )
    for (const name of used) known.add(name)
    if (used.length > 0) lines.push(`import { ${used.join(', ')} } from '${from}'`)
  }
  return [...lines, code].join('\n')
}
