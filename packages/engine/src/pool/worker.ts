// The script of a worker, in Node and in browsers. It imports nothing by package name, so that a browser can load it as it is.
import type { Reply, Request } from './lane.js'
import { Station } from './station.js'
import { owned } from './task.js'

interface Port {
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void
}

type Message = Request | { readonly module: WebAssembly.Module }

let station: Station | undefined

function answer(port: Port, message: Message): void {
  if ('module' in message) {
    station = new Station(message.module)
    return
  }
  const { id } = message
  try {
    const { value, transfer, room } = owned(station!.handle(message), message.kind === 'run' ? message.room : undefined)
    const reply: Reply = { id, value, room }
    port.postMessage(reply, transfer)
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    const reply: Reply = { id, error: { message: error.message, stack: error.stack } }
    port.postMessage(reply, [])
  }
}

if (typeof process === 'object' && process.versions?.node !== undefined) {
  const { parentPort } = await import('node:worker_threads')
  parentPort!.on('message', (message: Message) => answer(parentPort as unknown as Port, message))
} else {
  const scope = globalThis as unknown as Port & { onmessage: (event: MessageEvent<Message>) => void }
  scope.onmessage = (event) => answer(scope, event.data)
}
