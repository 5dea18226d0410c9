// The script of a worker in a browser. It imports nothing by package name and waits for nothing, so that a browser can
// load it as it is and a bundler can make a classic script of it.
import { answering, type Message, type Port } from './answering.js'

const scope = globalThis as unknown as Port & { onmessage: (event: MessageEvent<Message>) => void }
const answer = answering(scope)
scope.onmessage = (event) => answer(event.data)
