import { createEngine, type Engine } from '@xenolith/engine'
import { Option } from 'commander'
import { toCount } from './options.js'

export function workersOption(): Option {
  return new Option('--workers <N>', "threads for large work (default: the machine's cores)").argParser(toCount)
}

/** Runs work with an engine and ends its workers. The answers do not depend on their number. */
export async function withEngine<T>(
  options: { readonly workers?: number },
  work: (engine: Engine) => Promise<T>,
): Promise<T> {
  const engine = createEngine({ workers: options.workers })
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}
