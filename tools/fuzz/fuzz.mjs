import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { substream } from '@xenolith/core'
import { changed, partsOf } from './changes.mjs'
import { createTrial } from './trial.mjs'

const golden = fileURLToPath(new URL('../../packages/core/test/model-file/golden/', import.meta.url))

/** The golden files, one of every detector, method and standing: a new one is fuzzed from the day it is added. */
export function seedFiles() {
  const names = readdirSync(golden).filter((name) => name.endsWith('.xeno'))
  return names.sort().map((name) => ({ name, parts: partsOf(new Uint8Array(readFileSync(join(golden, name)))) }))
}

/** File number `number` of a run: it depends on the seed and its number alone, so that one file can be made again. */
export function fileOf(seeds, seed, number) {
  const random = substream(seed, 'fuzz', number)
  const from = seeds[random.below(seeds.length)]
  const other = seeds[random.below(seeds.length)]
  return { name: from.name, bytes: changed(from.parts, random, other.parts) }
}

export function emptyCounts() {
  return {
    files: 0,
    refused: new Map(),
    accepted: new Map(),
    scoring: new Map(),
    many: 0,
    shown: 0,
    slowest: 0,
    failures: [],
  }
}

const add = (map, key, by = 1) => map.set(key, (map.get(key) ?? 0) + by)

export function addCounts(to, from) {
  to.files += from.files
  to.many += from.many
  to.shown += from.shown
  to.slowest = Math.max(to.slowest, from.slowest)
  for (const name of ['refused', 'accepted', 'scoring']) for (const [key, n] of from[name]) add(to[name], key, n)
  to.failures.push(...from.failures)
}

/** Makes files `from`, `from + step`, ... below `files` and tries each. */
export async function fuzz({ files, seed, from = 0, step = 1, onFile = () => {}, ...trialOptions }) {
  const seeds = seedFiles()
  const counts = emptyCounts()
  const trial = createTrial(trialOptions)
  for (let number = from; number < files; number += step) {
    const { name, bytes } = fileOf(seeds, seed, number)
    const start = performance.now()
    try {
      const { verdict, code, why, many, shown } = await trial.run(bytes, number)
      if (verdict === 'refused') add(counts.refused, `${code}: ${why.replace(/[-\d."].*/, '…')}`)
      else {
        add(counts.accepted, name)
        if (code !== 'none') add(counts.scoring, code)
        if (many) counts.many++
        if (shown) counts.shown++
      }
    } catch (error) {
      counts.failures.push({
        number,
        name,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      })
    }
    counts.files++
    counts.slowest = Math.max(counts.slowest, performance.now() - start)
    onFile(counts)
  }
  await trial.close()
  return counts
}

const sum = (map) => [...map.values()].reduce((total, n) => total + n, 0)
const grouped = (n) => n.toLocaleString('en')

/** The counts in words, most frequent reasons first. */
export function countLines(counts, reasons = 15) {
  const list = (map, most) =>
    [...map]
      .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
      .slice(0, most)
      .map(([key, n]) => `  ${grouped(n).padStart(9)}  ${key}`)
  return [
    `${grouped(counts.files)} changed model files: ${grouped(sum(counts.refused))} refused, ${grouped(sum(counts.accepted))} accepted, ${grouped(counts.failures.length)} failures`,
    'refused, by code and reason',
    ...list(counts.refused, reasons),
    'accepted, by the file that was changed: core and engine gave the same bits, inspect a whole answer',
    ...list(counts.accepted, 100),
    `accepted, but rows refused while scoring: ${grouped(sum(counts.scoring))}`,
    ...list(counts.scoring, 20),
    `scored with 4,000 rows too, on ranked kernels and in shards on two workers: ${grouped(counts.many)}`,
    `shown as a report: ${grouped(counts.shown)}`,
    `slowest file: ${Math.round(counts.slowest)} ms`,
    ...counts.failures.slice(0, 20).map(({ number, name, error }) => `FAILURE: file ${number} from ${name}: ${error}`),
  ]
}
