import type { Client } from './client.ts'
import { createEventParser } from './event-stream.ts'
import { Refused } from './problem.ts'
import type { HistoryEvent } from './shapes.ts'

export type LiveState = 'connecting' | 'live' | 'away' | 'refused'

export interface LiveOptions {
  readonly client: Pick<Client, 'live'>
  /** The last event that is known. */
  readonly after: number
  readonly onEvent: (event: HistoryEvent) => void
  readonly onState?: (state: LiveState) => void
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** A connection that says nothing for so long is dead: the service says something every 15 s. */
  readonly silence?: number
}

const LONGEST_WAIT = 15_000

/** Follows the history as it happens, and goes on where it was when the connection is lost. The answer ends it. */
export function followLive(options: LiveOptions): () => void {
  const { client, onEvent, onState = () => {}, wait = pause, silence = 40_000 } = options
  const end = new AbortController()
  let after = options.after
  const listen = async (): Promise<void> => {
    const once = new AbortController()
    const stop = (): void => once.abort()
    end.signal.addEventListener('abort', stop)
    let timer = setTimeout(stop, silence)
    try {
      const answer = await client.live(after, once.signal)
      onState('live')
      const parse = createEventParser(({ id, data }) => {
        const event = JSON.parse(data) as HistoryEvent
        // After a reconnection nothing is told twice.
        if (event.seq <= after) return
        after = Number(id)
        onEvent(event)
      })
      const decoder = new TextDecoder()
      const reader = answer.body!.getReader()
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        clearTimeout(timer)
        timer = setTimeout(stop, silence)
        parse(decoder.decode(value, { stream: true }))
      }
    } finally {
      clearTimeout(timer)
      end.signal.removeEventListener('abort', stop)
      once.abort()
    }
  }
  const run = async (): Promise<void> => {
    for (let tries = 0; !end.signal.aborted; ) {
      onState('connecting')
      const began = after
      try {
        await listen()
        tries = 0
      } catch (error) {
        if (end.signal.aborted) return
        if (error instanceof Refused) return onState('refused')
        tries = after !== began ? 1 : tries + 1
      }
      if (end.signal.aborted) return
      onState('away')
      await wait(Math.min(LONGEST_WAIT, 500 * 2 ** tries), end.signal)
    }
  }
  void run()
  return () => end.abort()
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
