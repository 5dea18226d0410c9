import type { Reply, Request } from './lane.js'
import { Station } from './station.js'
import { owned } from './task.js'

/** Where a worker posts its replies. */
export interface Port {
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void
}

/** What a worker is sent: the kernels first, then requests. */
export type Message = Request | { readonly module: WebAssembly.Module }

/** The work of a worker, wherever it runs: answers each message at its port. */
export function answering(port: Port): (message: Message) => void {
  let station: Station | undefined
  return (message) => {
    if ('module' in message) {
      station = new Station(message.module)
      return
    }
    const { id } = message
    try {
      const room = message.kind === 'run' ? message.room : undefined
      const { value, transfer, room: filled } = owned(station!.handle(message), room)
      const reply: Reply = { id, value, room: filled }
      port.postMessage(reply, transfer)
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      const reply: Reply = {
        id,
        error: { message: error.message, stack: error.stack, range: error instanceof RangeError },
      }
      port.postMessage(reply, [])
    }
  }
}
