import { numericTable } from '@xenolith/core'
import { loadDataset } from '../../experiments/dist/data/load.js'

/*
 * Where rows come from. A world draws nominal rows, and aliens of a law that is known: then so is the miss rate of any threshold. `hidden` is the share of
 * aliens that look exactly like nominal rows.
 */

/** Rows that are looked at for the truth, of each kind. */
const TRUTH = 3000

/** Nominal rows uniform on a square, continuous or on a grid of so many places a side; aliens three sides away. */
function square(grid, hidden) {
  const place = (random) => (grid > 0 ? Math.floor(random.float() * grid) / grid : random.float())
  const nominal = (random) => [place(random), place(random)]
  const far = (random) => [place(random) + 3, place(random)]
  return {
    hidden,
    draw: (random, kinds) => numericTable(kinds.map((alien) => (alien ? far : nominal)(random))),
    truth: (random, alien) => numericTable(Array.from({ length: TRUTH }, () => (alien ? far : nominal)(random))),
  }
}

/** Rows of a real table, drawn with replacement: the table is the law. */
async function table(name, hidden) {
  const dataset = await loadDataset(name, { directory: process.env.XENOLITH_DATA })
  const known = new Set(dataset.nominal)
  const rows = [[], []]
  for (const [row, label] of dataset.labels.entries()) rows[known.has(label) ? 0 : 1].push(row)
  const one = (random, alien) => rows[Number(alien)][random.below(rows[Number(alien)].length)]
  return {
    hidden,
    draw: (random, kinds) => dataset.take(kinds.map((alien) => one(random, alien))),
    truth: (random, alien) => dataset.take(Array.from({ length: TRUTH }, () => one(random, alien))),
  }
}

/**
 * A world by its name: `continuous`, `14 x 14`, or a table; with `critical`, so many aliens are hidden among the nominal rows that the miss rate is just above eta
 * where the walk of the exact test starts.
 */
export function worldOf(name, eta) {
  const critical = 1.06 * eta
  if (name === 'continuous') return square(0, critical)
  if (/^\d+ x \d+$/.test(name)) return square(Number.parseInt(name, 10), critical)
  const [, own, rest] = /^(.*?)( critical)?$/.exec(name)
  return table(own, rest === undefined ? 0 : critical)
}
