import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ErrorCode, XenolithError } from '@xenolith/core'
import type { Terminal } from '../terminal.js'
import type { EngineOptions } from './options.js'
import { progressIn } from './progress.js'

/** The program that spark-submit runs: all of it is in the Python package. */
const ENTRY = 'from xenolith_ocd.spark.__main__ import main\n\nmain()\n'
/**
 * What a session starts with unless it is set otherwise. Spark 4 measures a batch of Arrow anew after each row, for about a sixth of Java's time
 * when rows are scored; it does not where the limit is this one, and batches end by their number of rows alone.
 */
const SETTINGS = [
  'spark.ui.showConsoleProgress=true',
  'spark.log.level=OFF',
  'spark.sql.execution.arrow.maxBytesPerBatch=2147483647',
]
/** Of what Spark says, so much is kept to tell why it failed. */
const KEPT = 20_000

/** What came of a job. */
export interface Submitted<Answer> {
  readonly answer: Answer
  /** The bytes that it left, if any: a model. */
  readonly content?: Uint8Array
}

/** A refusal with what the data could carry, as JSON. */
export class RefusedOnSpark extends XenolithError {
  readonly certificate: object

  constructor(code: ErrorCode, message: string, certificate: object) {
    super(code, message)
    this.certificate = certificate
  }
}

interface Result<Answer> {
  readonly notes: readonly string[]
  readonly answer?: Answer
  readonly error?: { readonly code: ErrorCode; readonly message: string; readonly certificate?: object }
}

/** What the Python package does for the command: the rows of `_COMMANDS` in its `spark/__main__.py`. */
type SparkCommand = 'fit' | 'threshold' | 'detect' | 'score'

/** Runs a request by spark-submit and waits for its answer. */
export async function submit<Answer>(
  command: SparkCommand,
  request: object,
  { master, sparkConf = [] }: EngineOptions,
  terminal: Terminal,
): Promise<Submitted<Answer>> {
  const folder = await mkdtemp(join(tmpdir(), 'xenolith-spark-'))
  const [entry, asked, found, content] = ['entry.py', 'request.json', 'result.json', 'content'].map((name) =>
    join(folder, name),
  )
  try {
    await writeFile(entry, ENTRY)
    // Its driver ends when this process does, however that ends.
    await writeFile(asked, JSON.stringify({ ...request, command, process: process.pid }))
    const settings = [...SETTINGS, ...sparkConf]
    const words = [
      '--master',
      master!,
      '--name',
      'xenolith',
      ...settings.flatMap((each) => ['--conf', each]),
      entry,
      asked,
      found,
      content,
    ]
    const said = await run(words, terminal)
    if (!existsSync(found)) throw new XenolithError('not-ready', `spark-submit failed: ${reasonIn(said)}`)
    const { notes, answer, error } = JSON.parse(await readFile(found, 'utf8')) as Result<Answer>
    for (const note of notes) terminal.note(note)
    if (error === undefined) {
      return { answer: answer!, ...(existsSync(content) ? { content: new Uint8Array(await readFile(content)) } : {}) }
    }
    const { code, message, certificate } = error
    if (certificate !== undefined) throw new RefusedOnSpark(code, message, certificate)
    if ((code as string) === 'internal') throw new Error(message)
    throw new XenolithError(code, message)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs spark-submit; on a terminal its stages are shown, and what our side says of its steps. Gives the end of all it said. */
function run(words: readonly string[], terminal: Terminal): Promise<string> {
  const home = process.env.SPARK_HOME
  const command = home === undefined ? 'spark-submit' : join(home, 'bin', 'spark-submit')
  return new Promise((resolve, reject) => {
    const env = { ...process.env, XENOLITH_WORDS: 'command' }
    const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'pipe'], env })
    let said = ''
    const hear = (chunk: Buffer): void => {
      said = (said + chunk.toString('utf8')).slice(-KEPT)
      const far = progressIn(said)
      if (far !== '') terminal.tally(far)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('error', (error: NodeJS.ErrnoException) => {
      const missing = `${command} cannot be started (${error.code}): install Spark, or pip install 'xenolith-ocd[spark]', or set SPARK_HOME`
      reject(new XenolithError('not-installed', missing))
    })
    child.on('close', () => {
      terminal.tally('')
      resolve(said)
    })
  })
}

/** The line that says why, out of a page of traces. */
function reasonIn(said: string): string {
  const lines = said.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  const missing = lines.find((line) => /ModuleNotFoundError|No module named/.test(line))
  if (missing !== undefined) return `${missing.trim()} (pip install 'xenolith-ocd[spark]' in the Python of Spark)`
  const telling = lines.findLast((line) => /(Error|Exception|unresponsive|refused)/.test(line) && !/^\s+at /.test(line))
  return (telling ?? lines.at(-1) ?? 'it said nothing').trim().slice(0, 300)
}
