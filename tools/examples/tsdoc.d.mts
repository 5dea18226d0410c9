export function documented(): { entry: string; name: string; examples: string[] }[]
