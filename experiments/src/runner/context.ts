import type { Engine } from '@xenolith/engine'
import type { Dataset } from '../data/dataset.js'
import { loadDataset } from '../data/load.js'
import type { DataPlace } from '../data/place.js'
import type { Context } from '../element.js'

export function createContext(engine: Engine, place: DataPlace): Context {
  const kept = new Map<string, unknown>()
  function once<T>(key: string, make: () => T): T {
    if (!kept.has(key)) kept.set(key, make())
    return kept.get(key) as T
  }
  return {
    engine,
    once,
    dataset: (name): Promise<Dataset> => once(`dataset ${name}`, () => loadDataset(name, place)),
  }
}
