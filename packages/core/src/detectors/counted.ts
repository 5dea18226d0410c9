/** A whole number with its thousands apart: 1,000. */
export function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** A count with its noun: "1 tree", "1,000 trees". */
export function counted(value: number, one: string, many: string = `${one}s`): string {
  return `${grouped(value)} ${value === 1 ? one : many}`
}
