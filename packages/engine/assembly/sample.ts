import { below } from './random'

/** Copies 0, 1, ... (kept at `identity`) into `order` and moves a uniform sample of `count` of them to its front. */
export function sampleToFront(order: usize, identity: usize, n: u32, count: u32): void {
  memory.copy(order, identity, <usize>n << 2)
  for (let i: u32 = 0; i < count; i++) {
    const here = order + (<usize>i << 2)
    const there = here + (<usize>below(n - i) << 2)
    const swap = load<u32>(here)
    store<u32>(here, load<u32>(there))
    store<u32>(there, swap)
  }
}
