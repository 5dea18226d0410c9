import { readdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { XenolithError } from '@xenolith/core'
import { readSettings, type Settings } from '../settings.js'

/** The folder of the elements that come with this package. */
export const elementsFolder: string = fileURLToPath(new URL('../../elements', import.meta.url))

/** Results that are not the full ones, or that are made far from the sources, go here by default. */
export const DEFAULT_OUT = 'xenolith-reproduce'

/** Whether this is a checkout of the sources, where full results belong; an installed package is left alone. */
export function isCheckout(): boolean {
  return !elementsFolder.split(sep).includes('node_modules')
}

export interface Element {
  readonly name: string
  readonly settings: Settings
}

/** All elements, in the order of the papers and then by name. */
export async function listElements(folder: string = elementsFolder): Promise<Element[]> {
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
  return Promise.all(
    names.map(async (name) => ({ name, settings: await readSettings(join(folder, name, 'settings.json')) })),
  )
}

const ORDER = ['synthetic', 'benchmarks', 'deep', 'alpha', 'certificates', 'false-alarms']

function rank(name: string): number {
  const at = ORDER.findIndex((start) => name.startsWith(start))
  return at < 0 ? ORDER.length : at
}

/** The elements that names and groups stand for: a group is the start of several names (`synthetic`), or `all`. */
export function chooseElements(all: readonly Element[], names: readonly string[]): Element[] {
  const chosen = new Set<Element>()
  for (const name of names) {
    const found = all.filter(
      (element) => name === 'all' || element.name === name || element.name.startsWith(`${name}-`),
    )
    if (found.length === 0) {
      throw new XenolithError(
        'bad-option',
        `there is no element "${name}"; expected all, synthetic, benchmarks, or of ${all.map((element) => element.name).join(', ')}`,
      )
    }
    for (const element of found) chosen.add(element)
  }
  return all.filter((element) => chosen.has(element))
}
