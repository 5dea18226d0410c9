import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileChanged } from '../reading/identity.js'
import { writeError } from './errors.js'
import { keepTemporary, releaseTemporary } from './temporary.js'

const BATCH = 1 << 17

/**
 * Scores in a temporary file, too many to hold: written once, read as often as one likes.
 *
 * @example
 * ```ts
 * const spool = await ScoreSpool.create()
 * await spool.append(Float64Array.of(0.25, 0.75))
 * spool.length // => 2
 * await spool.at(1) // => 0.75
 * await spool.read(0, 2) // => Float64Array(2) [ 0.25, 0.75 ]
 * await spool.remove()
 * ```
 */
export class ScoreSpool {
  readonly #folder: string
  readonly #handle: FileHandle
  length = 0

  private constructor(folder: string, handle: FileHandle) {
    this.#folder = folder
    this.#handle = handle
  }

  static async create(): Promise<ScoreSpool> {
    try {
      const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
      keepTemporary(folder)
      return new ScoreSpool(folder, await open(join(folder, 'scores'), 'wx+', 0o600))
    } catch (error) {
      throw writeError(error, `the temporary folder ${tmpdir()}`)
    }
  }

  async append(scores: Float64Array): Promise<void> {
    const bytes = new Uint8Array(scores.buffer, scores.byteOffset, scores.byteLength)
    try {
      for (let at = 0; at < bytes.length; ) {
        at += (await this.#handle.write(bytes, at, bytes.length - at, 8 * this.length + at)).bytesWritten
      }
    } catch (error) {
      throw writeError(error, `the temporary folder ${this.#folder}`)
    }
    this.length += scores.length
  }

  /** All scores in the order in which they came; a batch is overwritten by the next. */
  async *batches(): AsyncGenerator<Float64Array> {
    const room = new Float64Array(Math.min(BATCH, this.length))
    const bytes = new Uint8Array(room.buffer)
    for (let at = 0; at < this.length; at += room.length) {
      const rows = Math.min(room.length, this.length - at)
      await this.#fill(bytes, 8 * rows, 8 * at)
      yield room.subarray(0, rows)
    }
  }

  /** The scores of so many rows from one on, from 0; undefined where not all of them are there. */
  async read(from: number, rows: number): Promise<Float64Array | undefined> {
    if (from + rows > this.length) return undefined
    const scores = new Float64Array(rows)
    await this.#fill(new Uint8Array(scores.buffer), 8 * rows, 8 * from)
    return scores
  }

  /** The score of a row, from 0. */
  async at(row: number): Promise<number> {
    const score = new Float64Array(1)
    await this.#fill(new Uint8Array(score.buffer), 8, 8 * row)
    return score[0]
  }

  async #fill(room: Uint8Array, bytes: number, from: number): Promise<void> {
    for (let got = 0; got < bytes; ) {
      const { bytesRead } = await this.#handle.read(room, got, bytes - got, from + got)
      if (bytesRead === 0) throw fileChanged(`the temporary file in ${this.#folder}`)
      got += bytesRead
    }
  }

  async remove(): Promise<void> {
    await this.#handle.close()
    await rm(this.#folder, { recursive: true, force: true })
    releaseTemporary(this.#folder)
  }
}
