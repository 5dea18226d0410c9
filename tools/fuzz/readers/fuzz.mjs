import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compare } from './compare.mjs'
import { fileOf } from './files.mjs'

/** Makes files `from`, `from + step`, ... below `files` and tries each: how often each outcome came, and what failed. */
export async function fuzzReaders({ files, seed, from = 0, step = 1, read }) {
  const folder = await mkdtemp(join(tmpdir(), 'xenolith-readers-'))
  const outcomes = new Map()
  const failures = []
  try {
    for (let number = from; number < files; number += step) {
      const file = fileOf(seed, number)
      try {
        const outcome = await compare(file, folder, read)
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      } catch (error) {
        failures.push({ number, name: file.name, error: error instanceof Error ? error.message : String(error) })
      }
    }
  } finally {
    await rm(folder, { recursive: true })
  }
  return { outcomes, failures }
}
