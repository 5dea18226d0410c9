import { createEngine, type Engine, type WebWorker } from '@xenolith/engine'

let engine: Engine | undefined
let script = ''

/** The text of this very script: the engine's workers run it under another name. */
export function setScript(text: string): void {
  script = text
}

/** The worker's engine. */
export function theEngine(): Engine {
  engine ??= createEngine({ worker: () => copyOfThis('engine') as unknown as WebWorker })
  return engine
}

/** Another worker of this script. From an address that this worker made: for a page from disk, no other worker's address is its own. */
export function copyOfThis(name: 'engine' | 'aside'): Worker {
  const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
  return new Worker(address, { name })
}
