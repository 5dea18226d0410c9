import { count, counted, number } from '@xenolith/pages'
import { type ComparedElement, compareElement } from '../compare/compare-element.js'
import { datasetKey } from '../compare/names.js'
import type { Element } from '../compare/read-element.js'
import { sum, type Tally } from '../compare/tally.js'
import { deviationSheet, quartileDeviations } from './deviations.js'
import { overviewFigure } from './figure-overview.js'
import type { Sketch } from './figure-parts.js'
import { alphaFigures } from './figures-alpha.js'
import { benchmarkFigures } from './figures-benchmarks.js'
import { certificateFigures } from './figures-certificates.js'
import { falseAlarmFigures } from './figures-false-alarms.js'
import { syntheticFigures } from './figures-synthetic.js'
import { type Known, knownOf, rank } from './known.js'
import { remarksOf } from './remarks.js'
import type { Sheet, Titled } from './sheet.js'
import { sheetsOf } from './sheets.js'

/** A section of the report, before it is HTML or Markdown. */
export interface Section {
  readonly name: string
  readonly known: Known
  readonly compared: ComparedElement
  readonly run: boolean
  readonly provenance: string
  readonly sheets: readonly Titled[]
  readonly deviations: readonly Sheet[]
  readonly figures: readonly Sketch[]
  readonly remarks: readonly string[]
  readonly notes: string | null
}

/** All that the report says. */
export interface Content {
  readonly sections: readonly Section[]
  readonly recall: Tally
  readonly falseAlarmRate: Tally
  readonly isotonic: Tally
  readonly overview: Sketch | null
  readonly version: string | null
}

export function contentOf(elements: readonly Element[]): Content {
  const sections = elements
    .map(sectionOf)
    .sort((a, b) => rank(a.name) - rank(b.name) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  const all = sections.map(({ compared }) => compared)
  const versions = all.map(({ element }) => element.provenance?.version ?? element.results?.[0]?.version)
  const version = versions.find((each) => typeof each === 'string')
  return {
    sections,
    recall: sum(all.map(({ summary }) => summary.recall)),
    falseAlarmRate: sum(all.map(({ summary }) => summary.falseAlarmRate)),
    isotonic: sum(all.flatMap(({ summary }) => [summary.isotonicRecall, summary.isotonicFalseAlarmRate])),
    overview: overviewFigure(all),
    version: typeof version === 'string' ? version : null,
  }
}

function sectionOf(element: Element): Section {
  const compared = compareElement(element)
  return {
    name: element.name,
    known: knownOf(element.name, element.settings?.title, element.published !== null || element.publishedIcml !== null),
    compared,
    run: element.results !== null,
    provenance: provenanceOf(element),
    sheets: sheetsOf(compared),
    deviations: [
      deviationSheet(compared, 'basic'),
      deviationSheet(compared, 'isotonic'),
      quartileDeviations(compared),
    ].filter((sheet) => sheet !== null),
    figures: figuresOf(compared),
    remarks: element.results === null ? [] : remarksOf(compared),
    notes: element.notes === null || element.notes.trim() === '' ? null : element.notes,
  }
}

function figuresOf(compared: ComparedElement): Sketch[] {
  if (compared.element.results === null) return []
  if (compared.kind === 'certificates') return certificateFigures(compared)
  if (compared.kind === 'false-alarms') return falseAlarmFigures(compared)
  if (compared.kind === 'alpha') return alphaFigures(compared)
  const synthetic = compared.cells.every((cell) => datasetKey(cell.dataset) === 'synthetic')
  return synthetic ? syntheticFigures(compared) : benchmarkFigures(compared)
}

/** "100 runs, seed 1, version 0.1.0, 7 min". */
function provenanceOf({ results, provenance }: Element): string {
  const runs = (results ?? []).map((line) => Number(line.runs)).filter((value) => value > 0)
  const [least, most] = [Math.min(...runs), Math.max(...runs)]
  const first = results?.[0]
  const cpu = Number(provenance?.cpuSeconds)
  const wall = Number(provenance?.wallSeconds ?? provenance?.seconds)
  const whole = !(Number(provenance?.runsDoneBefore) > 0)
  return [
    runs.length > 0 && `${least === most ? count(most) : `${count(least)} to ${count(most)}`} runs a cell`,
    first?.seed && `seed ${first.seed}`,
    first?.version && `version ${first.version}`,
    cpu > 0 && `${duration(cpu)} of processor time`,
    wall > 0 && whole && `${duration(wall)} on the clock${workersOf(provenance)}`,
  ]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(', ')
}

function workersOf(provenance: Element['provenance']): string {
  const workers = Number(provenance?.workers)
  return workers > 0 ? ` with ${counted(workers, 'thread')}` : ''
}

function duration(seconds: number): string {
  if (seconds < 90) return `${number(seconds, 2)}\u00a0s`
  return seconds < 5400 ? `${Math.round(seconds / 60)}\u00a0min` : `${number(seconds / 3600, 2)}\u00a0h`
}

/** What the whole comes to, in one sentence. */
export function headline({ recall, falseAlarmRate, sections }: Content): string {
  const { agreeing, total } = sum([recall, falseAlarmRate])
  if (total === 0)
    return sections.some(({ run }) => run)
      ? 'No published numbers belong to these results.'
      : 'Nothing has been run yet.'
  return `${count(agreeing)} of ${count(total)} recall and false alarm rate cells agree with the published tables.`
}
