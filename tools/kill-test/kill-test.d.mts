export interface KillCounts {
  kills: number
  before: number
  after: number
  leftovers: number
  failures: string[]
}
export function killTest(options: { kills: number; seed: number; rows?: number; command?: string }): Promise<KillCounts>
export function killLines(counts: KillCounts): string[]
