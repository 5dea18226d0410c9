import { XenolithError } from '@xenolith/core'
import { type Asked, askCells, type Overview, oneCell, type Pass, refined, Tally } from '@xenolith/core/internals'
import { ScoreSpool } from '@xenolith/files'
import type { Terminal } from '../terminal.js'

/** The scores of one sample as they come, in a temporary file, with what a first look finds. */
export class SpooledSample {
  readonly #spool: ScoreSpool
  #least = Number.POSITIVE_INFINITY
  #largest = Number.NEGATIVE_INFINITY

  private constructor(spool: ScoreSpool) {
    this.#spool = spool
  }

  static async create(): Promise<SpooledSample> {
    return new SpooledSample(await ScoreSpool.create())
  }

  get length(): number {
    return this.#spool.length
  }

  /** Scores of further rows. */
  async append(scores: Float64Array, what: string): Promise<void> {
    for (let i = 0; i < scores.length; i++) {
      const score = scores[i]
      if (!Number.isFinite(score)) {
        const row = this.#spool.length + i + 1
        throw new XenolithError('bad-scores', `${what} score ${row} is ${score}: expected a finite number`)
      }
      if (score < this.#least) this.#least = score
      if (score > this.#largest) this.#largest = score
    }
    await this.#spool.append(scores)
  }

  overview(what: string): Overview {
    if (this.length === 0) throw new XenolithError('empty-data', `there are no ${what} scores`)
    return { count: this.length, least: this.#least, largest: this.#largest }
  }

  async tally(pass: Pass, onBatch: (rows: number) => void): Promise<Tally> {
    const tally = new Tally(pass)
    for await (const batch of this.#spool.batches()) {
      tally.add(batch)
      onBatch(batch.length)
    }
    return tally
  }

  /** The scores of these rows, from 0. */
  async of(rows: Float64Array): Promise<Float64Array> {
    const scores = new Float64Array(rows.length)
    for (let i = 0; i < rows.length; i++) scores[i] = await this.#spool.at(rows[i])
    return scores
  }

  remove(): Promise<void> {
    return this.#spool.remove()
  }
}

/** Both samples. */
export interface SpooledScores {
  readonly nominal: SpooledSample
  readonly mixture: SpooledSample
}

/** Scores to be asked something, as often as anybody likes. */
export interface Askable {
  ask<Answer>(question: Asked<Answer>): Promise<Answer>
  close(): Promise<void>
}

/** Scores in temporary files, copied there by `fill`, which answers with the bits that break ties. */
export async function spoolScores(
  fill: (scores: SpooledScores) => Promise<number | null>,
  terminal: Pick<Terminal, 'progress'>,
): Promise<Askable> {
  const scores = { nominal: await SpooledSample.create(), mixture: await SpooledSample.create() }
  const close = async (): Promise<void> => {
    await scores.nominal.remove()
    await scores.mixture.remove()
  }
  try {
    const ties = await fill(scores)
    return { ask: (question) => askSpooled(scores, ties, question, terminal), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Asks scores that lie in files, by as many passes over them as the question takes. */
async function askSpooled<Answer>(
  { nominal, mixture }: SpooledScores,
  ties: number | null,
  question: Asked<Answer>,
  terminal: Pick<Terminal, 'progress'>,
): Promise<Answer> {
  let cells = oneCell({ nominal: nominal.overview('nominal'), mixture: mixture.overview('mixture') })
  for (let round = 1; ; round++) {
    const reply = await askCells(cells, ties, question)
    if (reply.pass === undefined) return reply.answer
    const { pass } = reply
    const onProgress = terminal.progress(`looking through the scores, pass ${round}`)
    const total = nominal.length + mixture.length
    let done = 0
    const onBatch = (rows: number): void => onProgress((done += rows), total)
    const found = {
      nominal: (await nominal.tally(pass, onBatch)).found(),
      mixture: (await mixture.tally(pass, onBatch)).found(),
    }
    cells = refined(cells, pass, found)
  }
}
