export interface Example {
  readonly code: string
  readonly line: number
}
export function markdownExamples(markdown: string): Example[]
export function compileExample(code: string): { module: string; claims: number }
