import { join } from 'node:path'
import { XenolithError } from '@xenolith/core'
import { writeCsv } from '../csv.js'
import { tableName } from '../data/load.js'
import type { DataPlace } from '../data/place.js'
import type { Row } from '../element.js'
import { certifiedParts } from '../elements/certificates.js'
import { protocols } from '../protocols.js'
import type { Settings } from '../settings.js'
import { describeResults, type Place, placeOf, reportOn, writeResults } from './output.js'
import { changes, concerns, effectiveSettings, type Overrides, takesTables } from './overrides.js'
import { chooseElements, type Element, elementsFolder, listElements } from './places.js'
import { inWords } from './progress.js'
import { type ComputeOptions, compute, openTask, provenanceOf, recordsOf, type Task } from './task.js'

export interface ReproduceOptions extends Overrides, DataPlace, ComputeOptions {
  readonly names: readonly string[]
  /** Where results go (default: the project's own place for the full setting, else a folder here). */
  readonly out?: string
  /** The elements' folder (default: the package's own). */
  readonly elements?: string
}

export interface Reproduced {
  readonly name: string
  /** The path of results.csv. */
  readonly results: string
  readonly rows: readonly Row[]
}

export interface Reproduction {
  /** The folder that holds a folder for each element. */
  readonly elements: string
  readonly done: readonly Reproduced[]
  readonly report: { readonly html: string; readonly markdown: string }
}

/** Computes elements, going on from what was computed before, and writes results.csv of each and a report. */
export async function reproduce(given: ReproduceOptions): Promise<Reproduction> {
  const options = given.table === undefined ? given : { ...given, datasets: [tableName(given.table)] }
  const source = options.elements ?? elementsFolder
  const all = await listElements(source)
  const place = placeOf(source, options.out, changes(options))
  const done: Reproduced[] = []
  for (const element of choose(all, options)) done.push(await reproduceElement(element, all, place, source, options))
  return { elements: place.elements, done, report: await reportOn(place) }
}

/** The elements asked for, without those that none of the chosen datasets is for. */
function choose(all: readonly Element[], { names, datasets, table }: ReproduceOptions): Element[] {
  const named = chooseElements(all, names)
  if (table !== undefined) {
    const wrong = named.find(({ settings }) => !takesTables(settings))
    if (wrong === undefined) return named
    throw new XenolithError('bad-option', `${wrong.name} cannot be run on a table; benchmarks can`)
  }
  const chosen = named.filter(({ settings }) => concerns(settings, datasets))
  if (chosen.length > 0) return chosen
  throw new XenolithError('bad-option', `${names.join(', ')} cannot be run on ${datasets?.join(', ')}`)
}

async function reproduceElement(
  element: Element,
  all: readonly Element[],
  place: Place,
  source: string,
  options: ReproduceOptions,
): Promise<Reproduced> {
  const { name } = element
  const { say = () => {}, directory, table, datasets } = options
  const data: DataPlace = { directory, table }
  const settingsOf = (one: Element): Settings => effectiveSettings(one.settings, options, one.name)
  const settings = settingsOf(element)
  const start = performance.now()
  const tasks: Task[] = []
  try {
    if (settings.sources === undefined) tasks.push(await openTask(name, settings, place.work, data))
    for (const one of chooseElements(all, settings.sources ?? [])) {
      if (!concerns(one.settings, datasets)) continue
      tasks.push(await openTask(one.name, certifiedParts(settingsOf(one)), place.work, data))
    }
    const { made, reused } = await compute(name, tasks, data, options)
    const sources = new Map(tasks.map((task) => [task.name, { settings: task.settings, records: recordsOf(task) }]))
    const { summarise, columns } = protocols[settings.kind]
    const rows = summarise(settings, sources.get(name)?.records ?? new Map(), sources)
    const took = performance.now() - start
    const folder = join(place.elements, name)
    const provenance = provenanceOf(name, settings, tasks, options.workers, took, reused)
    const results = await writeResults(folder, writeCsv(columns, rows), provenance, made > 0)
    if (!place.full) await describeResults(folder, settings, table === undefined ? join(source, name) : null)
    say(`${name}: ${rows.length} cells in ${results}, ${inWords(took)}`)
    return { name, results, rows }
  } finally {
    for (const { journal } of tasks) await journal.close()
  }
}
