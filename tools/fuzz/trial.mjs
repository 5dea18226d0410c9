import { decodeModelFile, describeModel, score, substream, XenolithError } from '@xenolith/core'
import { createEngine } from '@xenolith/engine'
import { renderReport } from '@xenolith/pages/report'
import { inspection, inspectionText } from '../../packages/cli/dist/commands/inspect.js'
import { rowsFor } from './rows.mjs'

const signature = { state: 'unsigned' }
const FEW = 40
/** From so many rows on the engine ranks forests, and shards go to workers. */
const MANY = 4000
/** Engines are let go after so many models, with the memory of their kernels. */
const MODELS_PER_ENGINE = 512

/** What becomes of one changed file: the way of every file that a user may be sent. `decode` and `fastScore` can be replaced, so that a test can break them. */
export function createTrial({ decode = decodeModelFile, everyMany = 8, everyReport = 4, fastScore } = {}) {
  let engines = newEngines()
  let models = 0

  function newEngines() {
    return { here: createEngine({ workers: 1 }), spread: createEngine({ workers: 2, smallWork: 0 }) }
  }
  async function renew() {
    if (++models % MODELS_PER_ENGINE !== 0) return
    await close()
    engines = newEngines()
  }
  const close = () => Promise.all([engines.here.close(), engines.spread.close()])
  const fast = fastScore ?? ((engine, model, table) => engine.score(model, table))

  /** Scores or a code, by core and by engines: all must agree to the bit. */
  async function compare(model, table, names) {
    const expected = await outcome(() => score(model, table))
    if (expected instanceof Float64Array && expected.some(Number.isNaN)) throw new Error('a score is NaN')
    for (const name of names) {
      const found = await outcome(() => fast(engines[name], model, table))
      if (!same(expected, found)) throw new Error(`the engine (${name}) and core differ on ${table.rows} rows`)
    }
    return expected
  }

  /** `refused: why`, `accepted` or `accepted, refused while scoring: code`; throws on anything that must not happen. */
  async function run(bytes, number) {
    let file
    try {
      file = decode(bytes)
    } catch (error) {
      if (!(error instanceof XenolithError)) throw error
      if (error.code !== 'bad-model' || /[\n\r]/.test(error.message)) throw new Error(`refused oddly: ${error.message}`)
      return { verdict: 'refused', code: error.code, why: error.message.replace(/^.*cannot be used: /, '') }
    }
    await renew()
    const { model } = file
    const random = substream(number, 'fuzz rows')
    // Gaps are refused by detectors that read scores, so tame rows too.
    const few = await compare(model, rowsFor(model.features, FEW, random, false), ['here'])
    await compare(model, rowsFor(model.features, FEW, random, true), ['here'])
    const many = number % everyMany === 0
    if (many)
      await compare(model, rowsFor(model.features, MANY, random, number % (2 * everyMany) === 0), ['here', 'spread'])
    const shown = number % everyReport === 1
    if (shown) checkReport(file)
    JSON.stringify(inspection({ file, signature }))
    if (inspectionText({ file, signature }) === '') throw new Error('there is nothing to inspect')
    const code = few instanceof Float64Array ? 'none' : few
    return { verdict: 'accepted', code, many, shown }
  }
  return { run, close }
}

function checkReport(file) {
  const html = renderReport({
    ...file,
    detector: describeModel(file.model),
    features: [...file.model.features],
    data: [...file.data],
    alternatives: [...file.alternatives],
    signature,
  })
  if (!html.trimEnd().endsWith('</html>')) throw new Error('the report is no whole page')
}

async function outcome(work) {
  try {
    return await work()
  } catch (error) {
    if (error instanceof XenolithError) return error.code
    throw error
  }
}

function same(a, b) {
  if (typeof a === 'string' || typeof b === 'string') return a === b
  return Buffer.from(a.buffer, a.byteOffset, a.byteLength).equals(Buffer.from(b.buffer, b.byteOffset, b.byteLength))
}
