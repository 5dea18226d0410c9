import type { Lane } from './lane.js'
import { Station } from './station.js'

/** Runs tasks on the calling thread. */
export function localLane(module: WebAssembly.Module): Lane {
  const station = new Station(module)
  return {
    local: true,
    async open(handle, task, setup) {
      station.handle({ id: 0, kind: 'open', handle, task, input: setup })
    },
    async run<Value>(handle: number, input: unknown) {
      return station.handle({ id: 0, kind: 'run', handle, input }).value as Value
    },
    giveBack() {},
    close(handle) {
      station.handle({ id: 0, kind: 'close', handle })
    },
    async ping() {},
    async end() {},
  }
}
