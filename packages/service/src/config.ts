/** How a service behaves. Every limit can be set; these are the defaults. */
export interface Config {
  readonly host: string
  readonly port: number
  /** Names by which clients may call it, besides localhost and its own address. */
  readonly allowHosts: readonly string[]
  /** Largest body of rows, in bytes, and largest model file. */
  readonly bodyLimit: number
  readonly modelLimit: number
  /** Largest archive, in bytes. */
  readonly importLimit: number
  readonly rowLimit: number
  /** Requests a minute of one token, or of one address where there are no tokens. */
  readonly rateLimit: number
  readonly connectionLimit: number
  /** Live connections at once. */
  readonly liveLimit: number
  /** Writes that may wait before new ones are turned away. */
  readonly queueLimit: number
  /** Milliseconds in which a request must have arrived. */
  readonly requestTimeout: number
  /** Milliseconds that requests under way get to end when the service stops. */
  readonly drainMs: number
  /** How long rows of new streams are kept, in days. */
  readonly keepDays: number
  /** Whether hooks may go to private addresses. */
  readonly privateHooks: boolean
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

export const defaults: Config = {
  host: '127.0.0.1',
  port: 7878,
  allowHosts: [],
  bodyLimit: 8 * 1024 * 1024,
  modelLimit: 256 * 1024 * 1024,
  importLimit: 16 * 1024 ** 3,
  rowLimit: 10_000,
  rateLimit: 60_000,
  connectionLimit: 1000,
  liveLimit: 64,
  queueLimit: 2000,
  requestTimeout: 30_000,
  drainMs: 7000,
  keepDays: 90,
  privateHooks: false,
  clock: Date.now,
}

/**
 * Whether an address can be reached from this machine alone.
 *
 * @example
 * ```ts
 * isLoopback('127.0.0.1') // => true
 * isLoopback('0.0.0.0') // => false
 * ```
 */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host)
}
