/** The first 32 bits of the fractions of the cube (or square) roots of the first primes, by integer arithmetic. */
function roots(power: 2n | 3n, count: number): Uint32Array {
  const out = new Uint32Array(count)
  for (let n = 2, found = 0; found < count; n++) {
    let prime = true
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false
    if (!prime) continue
    out[found++] = Number(root(BigInt(n) << (32n * power), power) & 0xffffffffn)
  }
  return out
}

/** The largest integer whose power does not exceed n. */
function root(n: bigint, power: 2n | 3n): bigint {
  let low = 0n
  let high = 1n << 40n
  while (high - low > 1n) {
    const middle = (low + high) >> 1n
    if ((power === 2n ? 1n : middle) * middle * middle <= n) low = middle
    else high = middle
  }
  return low
}

const CONSTANTS = roots(3n, 64)
const START = roots(2n, 8)

/**
 * The SHA-256 of the bytes, in hexadecimal (FIPS 180-4).
 *
 * @example
 * ```ts
 * sha256(new TextEncoder().encode('abc')) // => 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
 * ```
 */
export function sha256(data: Uint8Array): string {
  return Array.from(sha256Words(data), (word) => word.toString(16).padStart(8, '0')).join('')
}

const words = new Uint32Array(64)

/** The same as eight words of 32 bits; `state` takes them. */
export function sha256Words(data: Uint8Array, state: Uint32Array = new Uint32Array(8)): Uint32Array {
  state.set(START)
  const whole = data.length - (data.length % 64)
  for (let at = 0; at < whole; at += 64) compress(state, words, data, at)
  const rest = data.length - whole
  const last = new Uint8Array(rest < 56 ? 64 : 128)
  last.set(data.subarray(whole))
  last[rest] = 0x80
  const view = new DataView(last.buffer)
  view.setUint32(last.length - 8, Math.floor(data.length / 2 ** 29))
  view.setUint32(last.length - 4, (data.length * 8) >>> 0)
  for (let at = 0; at < last.length; at += 64) compress(state, words, last, at)
  return state
}

function compress(state: Uint32Array, w: Uint32Array, data: Uint8Array, at: number): void {
  for (let i = 0; i < 16; i++, at += 4) {
    w[i] = (data[at] << 24) | (data[at + 1] << 16) | (data[at + 2] << 8) | data[at + 3]
  }
  for (let i = 16; i < 64; i++) {
    const [x, y] = [w[i - 15], w[i - 2]]
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    w[i] = w[i - 16] + s0 + w[i - 7] + s1
  }
  let [a, b, c, d, e, f, g, h] = state
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + CONSTANTS[i] + w[i]) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  const next = [a, b, c, d, e, f, g, h]
  for (let i = 0; i < 8; i++) state[i] += next[i]
}
