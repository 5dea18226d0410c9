import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Reply } from '../pool/lane.js'
import type { Platform, WorkerHandle, WorkerListener } from './platform.js'

export const platform: Platform = { cores: availableParallelism, start }

function start(listener: WorkerListener): WorkerHandle {
  const worker = new Worker(new URL('../pool/worker-node.js', import.meta.url))
  let reason = ''
  worker.on('message', (reply: Reply) => listener.onReply(reply))
  worker.on('error', (error) => {
    reason = error.message
  })
  worker.on('exit', (code) => listener.onEnd(reason || `exit code ${code}`))
  return {
    post: (message, transfer) => worker.postMessage(message, transfer as ArrayBuffer[]),
    hold: (on) => (on ? worker.ref() : worker.unref()),
    stop: async () => {
      worker.ref() // else a process could end while it waits for this
      await worker.terminate()
    },
  }
}
