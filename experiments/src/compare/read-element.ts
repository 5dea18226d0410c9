import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Line, parseCsv } from './csv.js'

/** What a folder of `experiments/elements` holds. A file that is not there is null. */
export interface Element {
  readonly name: string
  readonly settings: Readonly<Record<string, unknown>> | null
  readonly published: readonly Line[] | null
  /** The first paper's version of tables that the second one corrected: shown, never counted. */
  readonly publishedIcml: readonly Line[] | null
  readonly publishedQuartiles: readonly Line[] | null
  readonly results: readonly Line[] | null
  readonly provenance: Readonly<Record<string, unknown>> | null
  readonly notes: string | null
}

export async function readElement(folder: string): Promise<Element> {
  const text = async (file: string): Promise<string | null> => {
    try {
      return await readFile(join(folder, file), 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }
  const table = async (file: string): Promise<Line[] | null> => {
    const content = await text(file)
    return content === null ? null : parseCsv(content)
  }
  const object = async (file: string): Promise<Record<string, unknown> | null> => {
    const content = await text(file)
    return content === null ? null : (JSON.parse(content) as Record<string, unknown>)
  }
  const results = await table('results.csv')
  return {
    name: basename(folder),
    settings: await object('settings.json'),
    published: await table('published.csv'),
    publishedIcml: await table('published-icml.csv'),
    publishedQuartiles: await table('published-quartiles.csv'),
    results: results?.length === 0 ? null : results,
    provenance: await object('results.json'),
    notes: await text('notes.md'),
  }
}

/** All elements, in the order of their names. */
export async function readElements(folder: string): Promise<Element[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name)
  return Promise.all(names.sort().map((name) => readElement(join(folder, name))))
}
