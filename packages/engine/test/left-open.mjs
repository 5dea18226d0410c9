import { substream } from '@xenolith/core'
import { createEngine } from '@xenolith/engine'

const random = substream(1, 'left-open')
const values = Float64Array.from({ length: 12000 }, () => random.normal())
const engine = createEngine({ workers: 4 })
const { scores } = await engine.fit({ rows: 12000, columns: [{ name: 'x', kind: 'numeric', values }] }, { trees: 200 })
console.log(`4 workers, ${scores.length} scores`)
