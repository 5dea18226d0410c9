export function shows(value: unknown, text: string): boolean
export function installClaim(): void
