// The script of both kinds of worker: the studio's own, which holds the data and does the work, and those that its
// engine starts from the same address under the name `engine`.
import '@xenolith/engine/worker'
import { answering } from './answering.ts'

interface WorkerScope {
  readonly name: string
  onmessage: ((event: MessageEvent) => unknown) | null
  postMessage(message: unknown, transfer?: Transferable[]): void
}

const scope = globalThis as unknown as WorkerScope
if (scope.name !== 'engine') {
  const answer = answering((reply, transfer) => scope.postMessage(reply, transfer))
  scope.onmessage = (event) => answer(event.data)
}
