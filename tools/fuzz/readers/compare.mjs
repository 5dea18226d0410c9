// One file through both readers, and through the scan that `detect` uses.
import { writeFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { XenolithError } from '@xenolith/core'
import { checkTraining, openSource } from '@xenolith/files'
import { readBytes } from '@xenolith/files/pure'

/** What the work gave, or the code and the line with which it was refused. */
async function outcome(work) {
  try {
    return { found: await work() }
  } catch (error) {
    if (!(error instanceof XenolithError)) throw error
    if (/[\r\n]/.test(error.message)) throw new Error(`a refusal of more than one line: ${error.message}`)
    return { code: error.code, message: error.message }
  }
}

const inBrowser = ({ bytes, ask, path }, read) =>
  outcome(() => {
    const { chunkBytes, ...options } = ask
    const { table, ids, classes, fingerprint, notes, names } = read(bytes, { ...options, name: path })
    return { table, ids, classes, fingerprint: { ...fingerprint }, notes: [...notes].sort(), names: [...names] }
  })

const inNode = ({ ask, path }) =>
  outcome(async () => {
    const source = await openSource(path, ask)
    try {
      const roles = [ask.id, ask.label].filter((name) => name !== undefined)
      checkTraining(source, ask)
      const strings = [...new Set(roles)]
      const read = await source.read({ features: ask.features, except: roles, strings })
      checkTraining({ header: read.names, displayName: source.displayName }, ask)
      const notes = source.headerless ? [`${path} has no header: its columns are column0, column1, ...`] : []
      return {
        table: read.table,
        ids: ask.id === undefined ? undefined : read.strings[0],
        classes: ask.label === undefined ? undefined : read.strings[strings.indexOf(ask.label)],
        fingerprint: read.fingerprint,
        notes: [...notes, ...read.notes].sort(),
        names: [...read.names],
      }
    } finally {
      await source.close()
    }
  })

/** The rows as `detect` reads them, for a model that knows the columns of the table. */
const scanned = ({ ask, path }, table) =>
  outcome(async () => {
    const source = await openSource(path, { ...ask, types: undefined })
    try {
      const features = table.columns.map(({ name, kind, categories }) => ({
        name,
        kind,
        ...(categories && { categories }),
      }))
      const rows = table.columns.map(() => [])
      for await (const batch of source.scan({ features, batchRows: 7 })) {
        for (const [j, { values, codes }] of batch.table.columns.entries()) rows[j].push(...(values ?? codes))
      }
      return rows
    } finally {
      await source.close()
    }
  })

/**
 * Throws where the readers differ. Returns what became of the file: 'read', or the code of the refusal. `read` is the reader under
 * trial, for the fuzzer's own test.
 */
export async function compare(file, folder, read = readBytes) {
  const path = `${folder}/${file.name}`
  await writeFile(path, file.bytes)
  const task = { ...file, path }
  const pure = await inBrowser(task, read)
  const node = await inNode(task)
  if (!isDeepStrictEqual(pure, node)) throw new Error(`the readers differ: pure ${brief(pure)}; Node ${brief(node)}`)
  if (file.right !== undefined) checkRight(file.right, node)
  if (node.found === undefined) return node.code
  const again = await scanned(task, node.found.table)
  const columns = node.found.table.columns.map(({ values, codes }) => [...(values ?? codes)])
  if (!isDeepStrictEqual(again, { found: columns }))
    throw new Error(`scan differs: ${brief(again)} for ${brief(columns)}`)
  return 'read'
}

const MISSING = /^[ \t\r\n]*(|NA|N\/A|NaN|nan|null|NULL|\?)[ \t\r\n]*$/

/** Well-written text has to be read as it was meant. */
function checkRight({ names, cells }, { code, message, found }) {
  if (cells.length === 0) {
    if (code !== 'empty-data') throw new Error(`no rows, and yet ${code ?? 'read'}`)
    return
  }
  if (found === undefined) throw new Error(`well-written text is refused: ${message}`)
  for (const [j, { name, codes, categories }] of found.table.columns.entries()) {
    const texts = [...codes].map((code) => (code < 0 ? null : categories[code]))
    const meant = cells.map((row) => (MISSING.test(row[j]) ? null : row[j]))
    if (name !== names[j] || !isDeepStrictEqual(texts, meant)) {
      throw new Error(`column ${names[j]} was meant as ${brief(meant)} and read as ${brief(texts)}`)
    }
  }
}

function brief(value) {
  const plain = (_, v) => (ArrayBuffer.isView(v) ? [...v].map(String) : v === undefined ? 'undefined' : v)
  return JSON.stringify(value, plain).slice(0, 1500)
}
