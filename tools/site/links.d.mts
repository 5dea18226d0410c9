export function brokenLinks(site: string): { complaints: string[]; pages: number; links: number }
