import type { Reply } from '../pool/lane.js'

/** What the engine hears of a worker. */
export interface WorkerListener {
  onReply(reply: Reply): void
  onEnd(reason: string): void
}

/** What Node's and the browser's workers have in common, once started. */
export interface WorkerHandle {
  post(message: unknown, transfer: readonly ArrayBuffer[]): void
  /** Whether an idle process waits for it. */
  hold(on: boolean): void
  stop(): Promise<void>
}

/** What a page's own `Worker` is to the engine. */
export interface WebWorker {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void
  terminate(): void
  onmessage: ((event: MessageEvent) => unknown) | null
  onerror: ((event: ErrorEvent) => unknown) | null
}

/** What differs between Node and browsers. The package's `imports` choose one of the two files beside this one. */
export interface Platform {
  /** Threads that can run at once. */
  cores(): number
  /** Starts a worker; `web` starts one of the page's own instead. */
  start(listener: WorkerListener, web?: () => WebWorker): WorkerHandle
}
