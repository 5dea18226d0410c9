// The script of all workers but Parquet's: the studio's own, which holds the data and does the work, and those that it
// starts from the same text under the names `engine` and `aside`.
import '@xenolith/engine/worker'
import { answering } from './answering.ts'
import { intervalOf } from './aside.ts'

interface WorkerScope {
  readonly name: string
  onmessage: ((event: MessageEvent) => unknown) | null
  postMessage(message: unknown, transfer?: Transferable[]): void
}

const scope = globalThis as unknown as WorkerScope
if (scope.name === 'aside') scope.onmessage = ({ data }) => scope.postMessage(intervalOf(data))
else if (scope.name !== 'engine') {
  const answer = answering((reply, transfer) => scope.postMessage(reply, transfer))
  scope.onmessage = (event) => answer(event.data)
}
