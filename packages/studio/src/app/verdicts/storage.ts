/** The lists that the studio keeps in the browser. */
export type ListName = 'journal' | 'outbox'

/** A keyed list: the least that a browser's database and a test have in common. */
export interface Storage {
  all<T>(list: ListName): Promise<T[]>
  /** Adds what has a key that is free; false when it is taken. */
  add(list: ListName, key: number | string, value: unknown): Promise<boolean>
  put(list: ListName, key: number | string, value: unknown): Promise<void>
  /** Whether it outlives the page. */
  readonly lasting: boolean
}

const NAME = 'xenolith-studio'
const LISTS: readonly ListName[] = ['journal', 'outbox']

/** IndexedDB, or memory where the browser has none (a private window, a policy). */
export async function openStorage(factory: IDBFactory | undefined = globalThis.indexedDB): Promise<Storage> {
  if (factory === undefined) return memoryStorage()
  try {
    return databaseStorage(await openDatabase(factory))
  } catch {
    return memoryStorage()
  }
}

function openDatabase(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open(NAME, 1)
  request.onupgradeneeded = () => {
    for (const list of LISTS) request.result.createObjectStore(list)
  }
  return answerOf(request)
}

function databaseStorage(database: IDBDatabase): Storage {
  const write = (list: ListName, work: (store: IDBObjectStore) => IDBRequest): Promise<void> =>
    new Promise((resolve, reject) => {
      const transaction = database.transaction(list, 'readwrite', { durability: 'strict' })
      work(transaction.objectStore(list))
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
      transaction.onerror = () => reject(transaction.error)
    })
  return {
    lasting: true,
    all: <T>(list: ListName) => answerOf(database.transaction(list).objectStore(list).getAll() as IDBRequest<T[]>),
    async add(list, key, value) {
      try {
        await write(list, (store) => store.add(value, key))
        return true
      } catch (error) {
        if ((error as DOMException | null)?.name === 'ConstraintError') return false
        throw error
      }
    },
    put: (list, key, value) => write(list, (store) => store.put(value, key)),
  }
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

export function memoryStorage(): Storage {
  const lists = new Map(LISTS.map((list) => [list, new Map<number | string, unknown>()]))
  return {
    lasting: false,
    all: async <T>(list: ListName) =>
      [...lists.get(list)!].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => structuredClone(value) as T),
    async add(list, key, value) {
      const entries = lists.get(list)!
      if (entries.has(key)) return false
      entries.set(key, structuredClone(value))
      return true
    },
    async put(list, key, value) {
      lists.get(list)!.set(key, structuredClone(value))
    },
  }
}
