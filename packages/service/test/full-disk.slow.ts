import { it } from 'vitest'
import { writeUntilFull } from './full-disk.js'

// Where the limit falls decides whether SQLite rolls back the statement or, by itself, the whole transaction.
it.each([1000, 2500])(
  'a disk that is full at %i blocks gets a problem for every write, and loses nothing that was acknowledged',
  writeUntilFull,
)
