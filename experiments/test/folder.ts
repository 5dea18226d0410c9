import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A folder for one test file. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'xenolith-experiments-'))
  afterAll(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Settings small enough for a test, as an element of its own. */
export function writeElement(elements: string, name: string, settings: object): void {
  mkdirSync(join(elements, name), { recursive: true })
  writeFileSync(join(elements, name, 'settings.json'), JSON.stringify(settings))
}

export const tinySynthetic = {
  kind: 'synthetic',
  title: 'tiny',
  detector: 'iforest',
  trees: 20,
  sizes: [40, 60],
  alphas: [0.1, 0.5],
  targets: [0.05, 0.1],
  testRows: 100,
  runs: 4,
  seed: 7,
  certificates: { sizes: [60], alphas: [0.5], recalls: [0.5], confidence: 0.8, audit: 20 },
  quick: { runs: 2 },
} as const
