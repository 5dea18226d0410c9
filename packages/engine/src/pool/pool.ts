import { platform } from '#platform'
import { compileKernels } from '../memory/kernels.js'
import type { WebWorker } from '../platform/platform.js'
import type { Lane } from './lane.js'
import { localLane } from './local-lane.js'
import { startWorkerLane } from './worker-lane.js'

/** Below this threads cost more than they bring: 2000 rows and 1000 trees. */
const SMALL_WORK = 2_000_000

/** The calling thread and up to `size` workers, which start when first needed. */
export class Pool {
  private readonly size: () => number
  private readonly web: (() => WebWorker) | undefined
  private readonly module: Promise<WebAssembly.Module> = compileKernels()
  private here: Promise<Lane> | undefined
  private workers: (Lane | undefined)[] = []
  private handles = 0

  /** Rows times trees (or projections) below which work stays on the calling thread. */
  readonly smallWork: number

  constructor(workers?: number, smallWork: number = SMALL_WORK, web?: () => WebWorker) {
    this.smallWork = smallWork
    this.size = workers === undefined ? platform.cores : () => workers
    this.web = web
  }

  newHandle(): number {
    return ++this.handles
  }

  local(): Promise<Lane> {
    this.here ??= this.module.then(localLane)
    return this.here
  }

  /** The lanes for `pieces` pieces of large work: the workers, or the calling thread if there is but one. */
  async lanes(pieces: number): Promise<Lane[]> {
    const count = Math.min(this.size(), pieces)
    if (count <= 1) return [await this.local()]
    const module = await this.module
    return Promise.all(Array.from({ length: count }, (_, k) => this.worker(module, k)))
  }

  /** A worker that answers; one that died since it was last asked is replaced once. */
  private async worker(module: WebAssembly.Module, k: number, mayReplace = true): Promise<Lane> {
    const { workers } = this
    const forget = (): void => {
      if (workers[k] === lane) workers[k] = undefined
    }
    const lane = (workers[k] ??= startWorkerLane(module, () => forget(), this.web))
    try {
      await lane.ping()
      return lane
    } catch (error) {
      forget()
      const isClosed = this.workers !== workers
      if (!mayReplace || isClosed) throw error
      return this.worker(module, k, false)
    }
  }

  async end(): Promise<void> {
    const workers = this.workers
    this.workers = []
    this.here = undefined
    for (const lane of workers) await lane?.end()
  }
}
