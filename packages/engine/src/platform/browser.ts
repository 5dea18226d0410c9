import type { Platform, WebWorker, WorkerHandle, WorkerListener } from './platform.js'

export const platform: Platform = { cores: () => globalThis.navigator?.hardwareConcurrency ?? 1, start }

function start(listener: WorkerListener, web: () => WebWorker = loadWorker): WorkerHandle {
  const worker = web()
  worker.onmessage = (event) => listener.onReply(event.data)
  worker.onerror = (event) => {
    worker.terminate()
    listener.onEnd(event.message || 'its script could not be loaded')
  }
  return {
    post: (message, transfer) => worker.postMessage(message, transfer as ArrayBuffer[]),
    hold: () => {},
    stop: async () => worker.terminate(),
  }
}

/** Written so that bundlers find the script. */
function loadWorker(): WebWorker {
  return new Worker(new URL('../pool/worker.js', import.meta.url), { type: 'module' })
}
