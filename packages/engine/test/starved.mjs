// Run with --import without-memory.mjs: the answers are core's all the same.
import { fit, numericTable, score } from '@xenolith/core'
import { createEngine } from '../dist/index.js'

const table = numericTable(Array.from({ length: 400 }, (_, i) => [i % 7, (i * 31) % 101]))
const options = { trees: 20, subsample: 50 }
const engine = createEngine({ workers: 2, smallWork: 0 })
const fitted = await engine.fit(table, options)
const scores = await engine.score(fitted.model, table)
const expected = score(fit(table, options).model, table)
console.log(Buffer.from(scores.buffer).equals(Buffer.from(expected.buffer)) ? 'the same' : 'other scores')
await engine.close()
