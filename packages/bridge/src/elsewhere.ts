import { gatherEvidence, type Model, type ModelFile, prepare, uncertified, XenolithError } from '@xenolith/core'
import { type Asked, askCells, type Overview, oneCell, type Part, refined, tieSeed } from '@xenolith/core/internals'
import { version } from '@xenolith/study'
import { type Frame, readFrame, writeFrame } from './frames.js'

/*
 * Scores that are elsewhere, such as on a cluster. In the middle of a request the program asks whoever sent it: to score rows, to look through all
 * scores once more. Its question is an event; the next frame on stdin is the answer.
 */

/** What the other side knows of both samples before any pass. */
export interface Overviews {
  readonly nominal: Overview
  readonly mixture: Overview
}

export function askBack(question: string, fields: object = {}, buffers: readonly ArrayBufferView[] = []): Frame {
  writeFrame({ event: 'question', question, ...fields }, buffers)
  const frame = readFrame()
  if (frame === undefined) throw new XenolithError('aborted', 'the work was stopped before it was done')
  return frame
}

/** Scores that can be asked, by passes which the other side makes. */
export interface ScoresElsewhere {
  ask<Answer>(question: Asked<Answer>): Promise<Answer>
}

/** `ordered`: the scores of the rows that break ties, of both samples, in the order of the draw. */
export function scoresElsewhere(overviews: Overviews, ordered: readonly Uint8Array[]): ScoresElsewhere {
  const [nominal, mixture] = ordered.map(numbersOf)
  const ties = tieSeed(nominal, mixture)
  return {
    async ask(question) {
      let cells = oneCell(overviews)
      for (;;) {
        const reply = await askCells(cells, ties, question)
        if (reply.pass === undefined) return reply.answer
        const { buffers } = askBack('pass', { ...reply.pass })
        cells = refined(cells, reply.pass, { nominal: partsOf(buffers[0]), mixture: partsOf(buffers[1]) })
      }
    },
  }
}

const FIELDS = 5

/** Parts as they come: range, part, count, least and largest of each, all as doubles. */
function partsOf(bytes: Uint8Array): Part[] {
  const numbers = numbersOf(bytes)
  return Array.from({ length: numbers.length / FIELDS }, (_, k) => {
    const [range, part, count, least, largest] = numbers.subarray(FIELDS * k, FIELDS * (k + 1))
    return { range, part, count, least, largest }
  })
}

function numbersOf({ buffer, byteLength }: Uint8Array): Float64Array {
  return new Float64Array(buffer as ArrayBuffer, 0, byteLength / 8)
}

/** A model file for scoring alone, before there is a certificate: it alarms on everything and promises nothing. */
export function forScoring(model: Model): ModelFile {
  const samples = prepare([0], [0])
  const certificate = uncertified({ samples, alpha: 1, q: 0 })
  const evidence = gatherEvidence({ samples, alpha: 1, delta: 0.05 })
  return { version, seed: 0, id: null, model, certificate, alternatives: [], evidence, data: [] }
}
