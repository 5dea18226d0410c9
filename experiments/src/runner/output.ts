import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { XenolithError } from '@xenolith/core'
import { writeReport } from '../report/write-report.js'
import type { Settings } from '../settings.js'
import { DEFAULT_OUT, isCheckout } from './places.js'

/** Where a reproduction writes. */
export interface Place {
  /** Whether these are the project's own results. */
  readonly full: boolean
  /** The folder that holds a folder for each element. */
  readonly elements: string
  /** The folder of the report. */
  readonly out: string
  /** The folder of the journals. */
  readonly work: string
}

/**
 * The full setting writes to the elements of the checkout, so that its results can be committed. All else goes to a
 * folder of its own and never touches them.
 */
export function placeOf(source: string, out: string | undefined, changed: boolean): Place {
  const full = out === undefined && !changed && isCheckout()
  const folder = full ? resolve(source, '..') : resolve(out ?? DEFAULT_OUT)
  return { full, elements: full ? source : join(folder, 'elements'), out: folder, work: join(folder, '.work') }
}

/** Writes results.csv of an element, and what it took to make it; that stands if nothing was computed. */
export async function writeResults(
  folder: string,
  results: string,
  provenance: object,
  computed: boolean,
): Promise<string> {
  try {
    await mkdir(folder, { recursive: true })
    const record = join(folder, 'results.json')
    if (computed || !existsSync(record)) await replace(record, `${JSON.stringify(provenance, null, 2)}\n`)
    await replace(join(folder, 'results.csv'), results)
    return join(folder, 'results.csv')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new XenolithError('output-unwritable', `${folder} cannot be written (${code})`)
  }
}

/** Beside results that are not the project's own: the settings that were really used, and the papers' numbers. */
export async function describeResults(folder: string, settings: Settings, papers: string | null): Promise<void> {
  await replace(join(folder, 'settings.json'), `${JSON.stringify(settings, null, 2)}\n`)
  for (const file of papers === null ? [] : await readdir(papers)) {
    if (/^published.*\.csv$/.test(file)) await copyFile(join(papers!, file), join(folder, file))
  }
}

/** The report on all elements of the place. That of the full results goes to the project's documents. */
export async function reportOn(place: Place): Promise<{ html: string; markdown: string }> {
  const { html, markdown } = await writeReport(place.elements, place.out)
  if (!place.full) return { html, markdown }
  const docs = resolve(place.out, '..', 'docs', basename(markdown))
  await rename(markdown, docs)
  return { html, markdown: docs }
}

/** Whole or not at all. */
async function replace(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}.tmp`
  await writeFile(draft, text)
  await rename(draft, path)
}
