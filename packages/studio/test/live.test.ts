import { describe, expect, it } from 'vitest'
import { createEventParser, type Message } from '../src/app/service/event-stream.ts'
import { followLive, type LiveState } from '../src/app/service/live.ts'
import { NoAnswer, Refused } from '../src/app/service/problem.ts'

describe('reading Server-Sent Events', () => {
  const text = ': hello\n\nid: 1\nevent: rows.scored\ndata: {"a":1}\n\nid:2\ndata:x\ndata: y\n\nretry: 1000\n\n'
  const wanted = [
    { id: '1', event: 'rows.scored', data: '{"a":1}' },
    { id: '2', event: 'message', data: 'x\ny' },
  ]
  it('gives the same messages however the text is cut', () => {
    for (const ends of ['\n', '\r\n']) {
      for (let size = 1; size <= text.length; size++) {
        const whole = text.replaceAll('\n', ends)
        const found: Message[] = []
        const parse = createEventParser((message) => found.push(message))
        for (let at = 0; at < whole.length; at += size) parse(whole.slice(at, at + size))
        expect(found).toEqual(wanted)
      }
    }
  })
})

/** A history of `total` events whose connection breaks after every `each` of them. */
function flaky(total: number, each: number) {
  const asked: number[] = []
  const live = async (after: number): Promise<Response> => {
    asked.push(after)
    if (asked.length % 3 === 2) throw new NoAnswer('the connection failed')
    let next = after
    const body = new ReadableStream({
      pull(controller) {
        if (next >= total || next - after >= each) {
          // Broken in the middle of a message.
          controller.enqueue(new TextEncoder().encode(`id: ${next + 1}\nda`))
          controller.close()
          return
        }
        next++
        controller.enqueue(new TextEncoder().encode(`id: ${next}\ndata: {"seq":${next}}\n\n`))
      },
    })
    return new Response(body)
  }
  return { asked, live }
}

it('a connection that is cut goes on where it was: no hole, nothing twice', async () => {
  const seen: number[] = []
  const states = new Set<LiveState>()
  const { asked, live } = flaky(100, 7)
  await new Promise<void>((resolve) => {
    const stop = followLive({
      client: { live },
      after: 0,
      onEvent: ({ seq }) => {
        seen.push(seq)
        if (seq === 100) {
          stop()
          resolve()
        }
      },
      onState: (state) => states.add(state),
      wait: async () => {},
    })
  })
  expect(seen).toEqual(Array.from({ length: 100 }, (_, i) => i + 1))
  expect(asked.length).toBeGreaterThan(15)
  expect(states).toEqual(new Set(['connecting', 'live', 'away']))
})

it('a service that refuses is not asked again', async () => {
  let asked = 0
  const state = await new Promise<LiveState>((resolve) => {
    followLive({
      client: {
        live: async () => {
          asked++
          throw new Refused({ code: 'unauthorized', status: 401, detail: 'a token is needed' })
        },
      },
      after: 0,
      onEvent: () => {},
      onState: (state) => state === 'refused' && resolve(state),
      wait: async () => {},
    })
  })
  expect(state).toBe('refused')
  expect(asked).toBe(1)
})
