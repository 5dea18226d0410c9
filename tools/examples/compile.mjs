// Examples in the documentation are programs: `expression // => value` claims what the expression is. This turns the
// text of an example into a module that checks its claims.
import ts from 'typescript'

const CLAIM = /\/\/ => (.*)$/

/** The TypeScript blocks of a Markdown page, each with the line it starts on. */
export function markdownExamples(markdown) {
  return [...markdown.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map((match) => ({
    code: match[1],
    line: markdown.slice(0, match.index).split('\n').length + 1,
  }))
}

/**
 * The example as JavaScript that calls `globalThis.claim(value, text, line)` for each of its claims, and how many it
 * makes. A claim stands at the end of the last line of a statement: an expression, or a declaration of one variable.
 */
export function compileExample(code) {
  const file = ts.createSourceFile('example.ts', code, ts.ScriptTarget.ES2022, true)
  const edits = []
  for (const statement of file.statements) {
    const claim = claimAfter(code, statement.getEnd())
    if (claim === undefined) continue
    const expression = claimed(statement)
    const { line } = file.getLineAndCharacterOfPosition(statement.getEnd())
    if (expression === undefined) throw new Error(`line ${line + 1}: nothing that "=> ${claim}" could be about`)
    edits.push([expression.getStart(), 'globalThis.claim('])
    edits.push([expression.getEnd(), `, ${JSON.stringify(claim)}, ${line + 1})`])
  }
  const made = code.split('\n').filter((line) => CLAIM.test(line)).length
  if (edits.length / 2 !== made)
    throw new Error(`${made} claims, ${edits.length / 2} of them at the end of a statement`)
  let text = code
  for (const [at, insert] of edits.reverse()) text = text.slice(0, at) + insert + text.slice(at)
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  })
  return { module: outputText, claims: made }
}

function claimAfter(code, end) {
  const newline = code.indexOf('\n', end)
  return CLAIM.exec(code.slice(end, newline < 0 ? undefined : newline))?.[1].trim()
}

function claimed(statement) {
  if (ts.isExpressionStatement(statement)) return statement.expression
  if (!ts.isVariableStatement(statement)) return undefined
  const { declarations } = statement.declarationList
  return declarations.length === 1 ? declarations[0].initializer : undefined
}
