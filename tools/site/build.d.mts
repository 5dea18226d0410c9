export function buildSite(target: string): { complaints: string[]; pages: number; links: number }
