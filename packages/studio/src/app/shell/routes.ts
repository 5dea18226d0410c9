/** The screens, in the order of the rail. `needs` says what is missing where there is no service. */
export const routes = [
  { name: 'start', title: 'Start', key: 's', needs: null },
  { name: 'data', title: 'Data', key: 'd', needs: null },
  { name: 'promise', title: 'Promise', key: 'p', needs: null },
  { name: 'alarms', title: 'Alarms', key: 'a', needs: null },
  { name: 'review', title: 'Review', key: 'r', needs: null },
  { name: 'watch', title: 'Watch', key: 'w', needs: 'service' },
  { name: 'history', title: 'History', key: 'h', needs: null },
] as const

export type Route = (typeof routes)[number]
export type RouteName = Route['name']

export interface Place {
  readonly name: RouteName
  /** What follows the name: `#/alarms/17` has ['17']. */
  readonly path: readonly string[]
  readonly query: URLSearchParams
}

/** The place that an address's fragment names; unknown ones are the start. */
export function placeOf(hash: string): Place {
  const [way, query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [first, ...path] = way.split('/').map(decoded)
  const route = routes.find(({ name }) => name === first)
  return { name: route?.name ?? 'start', path: route ? path : [], query: new URLSearchParams(query) }
}

/** A part of an address; one that is cut off in the middle of a character stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The fragment that names a place. */
export function hashOf(name: RouteName, path: readonly string[] = [], query: Record<string, string> = {}): string {
  const params = new URLSearchParams(query).toString()
  return `#/${[name, ...path].map(encodeURIComponent).join('/')}${params === '' ? '' : `?${params}`}`
}
