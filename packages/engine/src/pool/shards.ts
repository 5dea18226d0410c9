import type { TaskName } from '../tasks.js'
import type { Lane } from './lane.js'
import type { Pool } from './pool.js'

/** Part of a model, open as a task on a lane. */
export interface Shard {
  readonly lane: Lane
  readonly handle: number
}

interface Open {
  here?: Promise<Shard[]>
  /** One for each worker, and the workers they are on. */
  spread?: { readonly lanes: readonly Lane[]; readonly shards: Promise<Shard[]> }
}

/** How a model is divided: the setup of part k of several. */
export type Divide = (part: number, parts: number) => { readonly setup: unknown; readonly transfer: ArrayBuffer[] }

/** Models that are open on the lanes of a pool. They close when the model they belong to is collected. */
export class Shards {
  private readonly pool: Pool
  private readonly open = new WeakMap<object, Open>()
  private readonly collected = new FinalizationRegistry<Shard[]>((shards) => {
    for (const { lane, handle } of shards) lane.close(handle)
  })

  constructor(pool: Pool) {
    this.pool = pool
  }

  /** The shards of a model on the given lanes, opened if need be. */
  of(model: object, lanes: readonly Lane[], task: TaskName, divide: Divide): Promise<Shard[]> {
    let known = this.open.get(model)
    if (known === undefined) {
      known = {}
      this.open.set(model, known)
    }
    if (lanes.length === 1 && lanes[0].local) {
      known.here ??= this.start(model, lanes, task, divide, known)
      return known.here
    }
    const same = known.spread?.lanes.length === lanes.length && known.spread.lanes.every((lane, k) => lane === lanes[k])
    if (!same) known.spread = { lanes, shards: this.start(model, lanes, task, divide, known) }
    return known.spread!.shards
  }

  /** Closes a model that will not be asked again, rather than when it is collected. */
  async close(model: object): Promise<void> {
    const { here, spread } = this.open.get(model) ?? {}
    this.open.delete(model)
    this.collected.unregister(model)
    for (const shards of [await here, await spread?.shards]) {
      for (const { lane, handle } of shards ?? []) lane.close(handle)
    }
  }

  private async start(
    model: object,
    lanes: readonly Lane[],
    task: TaskName,
    divide: Divide,
    known: Open,
  ): Promise<Shard[]> {
    try {
      return await this.openAll(model, lanes, task, divide)
    } catch (error) {
      // The next call tries again, rather than hear of this failure once more.
      if (lanes[0].local) known.here = undefined
      else if (known.spread?.lanes === lanes) known.spread = undefined
      throw error
    }
  }

  private async openAll(model: object, lanes: readonly Lane[], task: TaskName, divide: Divide): Promise<Shard[]> {
    const shards = await Promise.all(
      lanes.map(async (lane, part) => {
        const handle = this.pool.newHandle()
        const { setup, transfer } = divide(part, lanes.length)
        await lane.open(handle, task, setup, transfer)
        return { lane, handle }
      }),
    )
    this.collected.register(model, shards, model)
    return shards
  }
}
