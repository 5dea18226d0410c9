import { parentPort, workerData } from 'node:worker_threads'
import { plainError } from '../store/errors.js'
import { type TaskName, tasks } from './tasks.js'

/** One task, and the thread ends. */
const { name, input } = workerData as { name: TaskName; input: never }
try {
  parentPort!.postMessage({ value: await tasks[name](input) })
} catch (error) {
  parentPort!.postMessage({ error: plainError(error) })
}
