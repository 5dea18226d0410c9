import { type Model, selectRows, type Table } from '@xenolith/core'
import { type Drawn, RowDraw, TIE_ROWS, tieSeed } from '@xenolith/core/internals'
import { checkTraining, openTraining, readTraining, type Source, scan, type TrainingOptions } from '@xenolith/files'
import { checkTrainRows, type DrawnData, drawSizes, type ScoredRows } from '@xenolith/study'
import type { Terminal } from '../terminal.js'
import { type SpooledSample, type SpooledScores, spoolScores } from './spooled-scores.js'

export interface DrawOptions extends TrainingOptions {
  readonly seed: number
}

/** Rows of one file by their draw: how many there are, and those drawn. */
interface DrawnFile {
  readonly rows: number
  readonly drawn: Drawn
}

/**
 * Both files, of which the drawn rows are held and all others are read when they are scored: memory does not grow with the
 * files. A first pass draws, a second reads what was drawn, a third scores.
 */
export async function drawFiles(
  options: DrawOptions,
  trainRows: number,
  terminal: Terminal,
): Promise<DrawnData & { close(): Promise<void> }> {
  const sources = await openTraining(options)
  try {
    checkTraining(sources.nominal, options)
    const sizes = drawSizes(trainRows)
    const nominal = await drawFrom(sources.nominal, options, sizes.nominal)
    checkTrainRows(trainRows, nominal.rows, { listener: terminal })
    const mixture = await drawFrom(sources.mixture, options, sizes.mixture)
    const train = nominal.drawn.rows.subarray(0, trainRows)
    const shown = mixture.drawn.rows.subarray(0, trainRows)
    const read = await readTraining(sources, options, terminal.note, { nominal: sorted(train), mixture: sorted(shown) })
    const placeIn = { nominal: places(train), mixture: places(shown) }
    const { classes, mixtureIds } = read
    return {
      nominal: selectRows(read.nominal, placeIn.nominal),
      mixture: selectRows(read.mixture, placeIn.mixture),
      ...(classes === undefined ? {} : { classes: Array.from(placeIn.nominal, (at) => classes[at]) }),
      ...(mixtureIds === undefined
        ? { mixtureRows: shown }
        : { mixtureIds: Array.from(placeIn.mixture, (at) => mixtureIds[at]) }),
      data: read.data,
      score: (model, work) => scoreFiles(sources, { nominal, mixture }, trainRows, model, work.engine, terminal),
      close: sources.close,
    }
  } catch (error) {
    await sources.close()
    throw error
  }
}

async function drawFrom(source: Source, { id, seed }: DrawOptions, most: number): Promise<DrawnFile> {
  const draw = new RowDraw(seed, most)
  for await (const { ids } of scan(source, { features: [], id })) for (const name of ids) draw.add(String(name))
  return { rows: draw.count, drawn: draw.finish() }
}

const sorted = (rows: Float64Array): Float64Array => rows.slice().sort()

/** Where each of the rows stands among them in ascending order. */
function places(rows: Float64Array): Int32Array {
  const at = new Map(Array.from(sorted(rows), (row, i) => [row, i]))
  return Int32Array.from(rows, (row) => at.get(row)!)
}

interface Scorer {
  score(model: Model, table: Table): Promise<Float64Array>
}

async function scoreFiles(
  sources: { readonly nominal: Source; readonly mixture: Source },
  drawn: { readonly nominal: DrawnFile; readonly mixture: DrawnFile },
  trainRows: number,
  model: Model,
  engine: Scorer,
  terminal: Terminal,
): Promise<ScoredRows> {
  const fill = async (spooled: SpooledScores): Promise<number | null> => {
    const tieRows = {
      nominal: drawn.nominal.drawn.rows.subarray(trainRows, trainRows + TIE_ROWS),
      mixture: drawn.mixture.drawn.rows.subarray(0, TIE_ROWS),
    }
    const trained = new Set(drawn.nominal.drawn.rows.subarray(0, trainRows))
    const inOrder: Float64Array[] = []
    for (const name of ['nominal', 'mixture'] as const) {
      const skip = name === 'nominal' ? trained : new Set<number>()
      const onProgress = terminal.progress(`scoring the ${name} rows`)
      const total = drawn[name].rows
      const task = { source: sources[name], into: spooled[name], what: name, skip, tieRows: tieRows[name] }
      inOrder.push(await scoreFile(task, model, engine, (done) => onProgress(done, total)))
    }
    return tieSeed(inOrder[0], inOrder[1])
  }
  return spoolScores(fill, terminal)
}

interface FileTask {
  readonly source: Source
  readonly into: SpooledSample
  readonly what: string
  readonly skip: ReadonlySet<number>
  readonly tieRows: Float64Array
}

/** Scores the rows of a file, but those to skip; answers with the scores of the rows that break ties, in their order. */
async function scoreFile(
  { source, into, what, skip, tieRows }: FileTask,
  model: Model,
  engine: Scorer,
  onRows: (done: number) => void,
): Promise<Float64Array> {
  const placeOf = new Map(Array.from(tieRows, (row, i) => [row, i]))
  const inOrder = new Float64Array(tieRows.length)
  for await (const { table, firstRow } of scan(source, { features: model.features })) {
    const scores = await engine.score(model, table)
    let kept = 0
    for (let i = 0; i < scores.length; i++) {
      const place = placeOf.get(firstRow + i)
      if (place !== undefined) inOrder[place] = scores[i]
      if (!skip.has(firstRow + i)) scores[kept++] = scores[i]
    }
    await into.append(scores.subarray(0, kept), what)
    onRows(firstRow + table.rows)
  }
  return inOrder
}
