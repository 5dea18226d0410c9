// Fits and closes at once, at the top level of a module: must end by itself, with code 0 (13 would be an await that never settles).
import { substream } from '@xenolith/core'
import { createEngine } from '@xenolith/engine'

const random = substream(1, 'closed')
const values = Float64Array.from({ length: 12000 }, () => random.normal())
const table = { rows: 12000, columns: [{ name: 'x', kind: 'numeric', values }] }
for (let k = 0; k < 4; k++) {
  const engine = createEngine({ workers: 2 })
  await engine.fit(table, { trees: 200, subsample: 64 })
  await engine.close()
}
console.log('closed')
