export function fuzzReaders(options: {
  files: number
  seed: number
  read?: (bytes: Uint8Array, options: { name: string }) => unknown
}): Promise<{ outcomes: Map<string, number>; failures: { number: number; name: string; error: string }[] }>
