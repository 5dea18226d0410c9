import { prepare } from '@xenolith/core'
import { RowDraw, TIE_ROWS, TieBits, tieRows, tieSeed } from '@xenolith/core/internals'
import { type NumberFormat, openSource, pathBytes, readScoreFile, type Source, scanScores } from '@xenolith/files'
import type { Terminal } from '../terminal.js'
import { type Askable, type SpooledScores, spoolScores } from './spooled-scores.js'

export interface ScoreFiles extends NumberFormat {
  readonly nominal: string
  readonly mixture: string
  readonly column: string
  /** The column that names rows: ties are broken by the order of its hashes, not by that of the rows. */
  readonly id?: string
  readonly seed: number
}

/** Files larger than this together are not held in memory. The answers are the same. */
const LARGE_BYTES = 200e6

/** Two files of scores, to be asked something: held, or looked through as often as it takes. */
export interface AskableScores extends Askable {
  /** The scores, where they are held. */
  readonly held?: { readonly nominal: Float64Array; readonly mixture: Float64Array }
}

/** `hold`: held whatever the size, for what reads every score. */
export async function openScores(
  files: ScoreFiles,
  terminal: Terminal,
  { hold, largeBytes = LARGE_BYTES }: { readonly hold: boolean; readonly largeBytes?: number },
): Promise<AskableScores> {
  const nominal = await openSource(files.nominal, files)
  try {
    const mixture = await openSource(files.mixture, files)
    try {
      const large = !hold && (await pathBytes(files.nominal)) + (await pathBytes(files.mixture)) > largeBytes
      return await (large
        ? spoolScores((scores) => fill(scores, { nominal, mixture }, files, terminal), terminal)
        : holdAll({ nominal, mixture }, files))
    } finally {
      await mixture.close()
    }
  } finally {
    await nominal.close()
  }
}

interface Sources {
  readonly nominal: Source
  readonly mixture: Source
}

async function holdAll(sources: Sources, { column, id, seed }: ScoreFiles): Promise<AskableScores> {
  const nominal = await readScoreFile(sources.nominal, column, id)
  const mixture = await readScoreFile(sources.mixture, column, id)
  const inOrder = ({ scores, ids }: typeof nominal): Float64Array =>
    ids === undefined ? scores : Float64Array.from(tieRows(ids, seed), (row) => scores[row])
  const samples = prepare(nominal.scores, mixture.scores, tieSeed(inOrder(nominal), inOrder(mixture)))
  const held = { nominal: nominal.scores, mixture: mixture.scores }
  return { held, ask: async (question) => question(samples), close: async () => {} }
}

/** Copies the scores; answers with the bits that break ties. */
async function fill(
  spooled: SpooledScores,
  sources: Sources,
  { column, id, seed }: ScoreFiles,
  terminal: Terminal,
): Promise<number | null> {
  const bits = new TieBits()
  const inOrder: Float64Array[] = []
  for (const name of ['nominal', 'mixture'] as const) {
    const draw = new RowDraw(seed, TIE_ROWS)
    for await (const { scores, ids } of scanScores(sources[name], column, id)) {
      if (id === undefined) bits.add(name, scores)
      else for (const each of ids) draw.add(String(each))
      await spooled[name].append(scores, name)
      terminal.tally(`reading the ${name} scores: ${spooled[name].length.toLocaleString('en')}`)
    }
    if (id !== undefined) inOrder.push(await spooled[name].of(draw.finish().rows))
  }
  terminal.tally('')
  return id === undefined ? bits.seed() : tieSeed(inOrder[0], inOrder[1])
}
