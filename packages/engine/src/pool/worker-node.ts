// The script of a worker in Node.
import { parentPort } from 'node:worker_threads'
import { answering, type Port } from './answering.js'

parentPort!.on('message', answering(parentPort as unknown as Port))
