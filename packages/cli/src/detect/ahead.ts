/** The same items, the next one under way while the last is used. */
export async function* ahead<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = items.next()
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = items.next()
      next.catch(() => {}) // its failure is met where it is awaited
      yield value
    }
  } finally {
    await next.catch(() => {})
    await items.return(undefined)
  }
}
