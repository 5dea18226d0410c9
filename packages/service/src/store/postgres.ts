import { type Lane, startLane } from './lane.js'
import type { Input, Name, Output, Store } from './operations.js'

/** postgres-worker.ts and all that it needs, as one file. */
const script = new URL('../threads/postgres.js', import.meta.url)

/** Opens a PostgreSQL database. Several services may share it. */
export async function openPostgres(url: string): Promise<Store> {
  let lane: Promise<Lane> = startLane(script, { url })
  await lane
  let closed = false
  /** The thread, or another where it has ended: a server that comes back is used again. */
  const present = async (): Promise<Lane> => {
    const known = lane
    const found = await known.catch(() => null)
    if (found !== null && (found.ended === null || closed)) return found
    if (lane === known) lane = startLane(script, { url })
    return lane
  }
  let waiting = 0
  return {
    kind: 'postgres',
    get waiting() {
      return waiting
    },
    async call<N extends Name>(name: N, input: Input<N>): Promise<Output<N>> {
      waiting++
      try {
        return (await (await present()).call(name, input)) as Output<N>
      } finally {
        waiting--
      }
    },
    async close() {
      closed = true
      await (await lane.catch(() => null))?.close()
    },
  }
}
