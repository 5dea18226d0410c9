import { untrack } from 'svelte'
import { hashOf, type Place, placeOf, type RouteName } from './routes.ts'

/** Where the user is. The address holds it, so that links, reload and the back button work. */
class Router {
  place = $state.raw<Place>(placeOf(location.hash))

  constructor() {
    addEventListener('hashchange', () => {
      this.place = placeOf(location.hash)
    })
  }

  /** Goes somewhere: a step that the back button takes back. */
  go(name: RouteName, path: readonly string[] = [], query: Record<string, string> = {}): void {
    location.hash = hashOf(name, path, query)
  }

  /** Notes a change of the same place: no step of its own. */
  note(path: readonly string[], query: Record<string, string>): void {
    const hash = hashOf(
      untrack(() => this.place.name),
      path,
      query,
    )
    if (hash === location.hash) return
    history.replaceState(null, '', hash)
    this.place = placeOf(hash)
  }
}

export const router: Router = new Router()
