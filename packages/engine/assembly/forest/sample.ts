import { shuffleFront } from '../random'

/** Copies 0, 1, ... (kept at `identity`) into `order` and moves a uniform sample of `count` of them to its front. */
export function sampleToFront(order: usize, identity: usize, n: u32, count: u32): void {
  memory.copy(order, identity, <usize>n << 2)
  shuffleFront(order, n, count)
}
