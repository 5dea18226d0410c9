export interface Counts {
  files: number
  refused: Map<string, number>
  accepted: Map<string, number>
  scoring: Map<string, number>
  many: number
  shown: number
  slowest: number
  failures: { number: number; name: string; error: string }[]
}
export function seedFiles(): { name: string; parts: unknown }[]
export function fileOf(seeds: unknown, seed: number, number: number): { name: string; bytes: Uint8Array }
export function countLines(counts: Counts): string[]
export function fuzz(options: {
  files: number
  seed: number
  everyMany?: number
  everyReport?: number
  decode?: (bytes: Uint8Array) => unknown
  fastScore?: (engine: unknown, model: unknown, table: { rows: number }) => Promise<Float64Array>
}): Promise<Counts>
