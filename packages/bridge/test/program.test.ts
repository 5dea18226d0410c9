import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const program = fileURLToPath(new URL('../dist/bundle/program/main.js', import.meta.url))

interface Message {
  readonly header: Record<string, unknown>
  readonly buffers: readonly Uint8Array[]
}

function frame(header: object, buffers: readonly Float64Array[] = []): Buffer {
  const text = Buffer.from(JSON.stringify({ ...header, bytes: buffers.map(({ byteLength }) => byteLength) }))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(text.length)
  return Buffer.concat([length, text, ...buffers.map((each) => Buffer.from(each.buffer))])
}

/** All that the program answers to some requests, one after the other, until its input ends. */
function ask(...requests: Buffer[]): { readonly status: number | null; readonly messages: Message[] } {
  const { status, stdout } = spawnSync(process.execPath, [program], { input: Buffer.concat(requests) })
  const messages: Message[] = []
  for (let at = 0; at < stdout.length; ) {
    const length = stdout.readUInt32LE(at)
    const header = JSON.parse(stdout.toString('utf8', at + 4, at + 4 + length))
    at += 4 + length
    const buffers = (header.bytes ?? []).map((bytes: number) => stdout.subarray(at, (at += bytes)))
    messages.push({ header, buffers })
  }
  return { status, messages }
}

const nominal = Float64Array.from({ length: 400 }, (_, i) => i)
const mixture = Float64Array.from({ length: 400 }, (_, i) => 300 + i)

describe('the program', () => {
  it('answers one request after the other and ends with its input', () => {
    const terms = { alpha: 1, recall: 0.8, confidence: 0.9 }
    const { status, messages } = ask(
      frame({ request: 'hello' }),
      frame({ request: 'threshold', terms, seed: 1 }, [nominal, mixture]),
    )
    expect(status).toBe(0)
    expect(messages.map(({ header }) => header.event)).toEqual(['ok', 'ok'])
    expect(messages[1].header.certificate).toMatchObject({ certified: true, recall: 0.8, n0: 400, nm: 400 })
    expect(messages[1].header.card).toContain('80')
  })

  it('goes on after a mistake, which it answers with its code and a line that names options as Python does', () => {
    const { messages } = ask(
      frame({ request: 'threshold', terms: { recall: 0.8, confidence: 0.9 }, seed: 1 }, [nominal, mixture]),
      frame({ request: 'juggle' }),
      frame({ request: 'hello' }),
    )
    expect(messages.map(({ header }) => [header.event, header.code])).toEqual([
      ['error', 'bad-option'],
      ['error', 'bad-request'],
      ['ok', undefined],
    ])
    expect(messages[0].header.message).toContain('aliens_at_most')
  })

  it('answers data that cannot carry the promise with what they could', () => {
    const terms = { alpha: 1, recall: 0.9999, confidence: 0.99 }
    const { messages } = ask(frame({ request: 'threshold', terms, seed: 1 }, [nominal, mixture]))
    expect(messages[0].header).toMatchObject({ event: 'error', kind: 'refused', certificate: { certified: false } })
  })

  it('says nothing of a request that never ended', () => {
    const { status, messages } = ask(frame({ request: 'hello' }).subarray(0, 9))
    expect([status, messages]).toEqual([0, []])
  })
})
