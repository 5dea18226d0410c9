import { describe, it } from 'vitest'
import { testFolder } from './folder.js'
import { expectBoth, type Nasty } from './nasty/both.js'
import { delimited } from './nasty/delimited.js'
import { json } from './nasty/json.js'
import { late } from './nasty/late.js'
import { numbers } from './nasty/numbers.js'
import { packed } from './nasty/packed.js'
import { quoting } from './nasty/quoting.js'

const folder = testFolder()
const corpus: Readonly<Record<string, readonly Nasty[]>> = { delimited, quoting, numbers, late, json, packed }

describe.each(Object.entries(corpus))('both readers give the same of nasty files: %s', (_, files) => {
  it.each(files)('%s', async (...file) => expectBoth(folder, file))
})
