import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { workshop } from './run.js'

/**
 * A stand-in for spark-submit: its last three arguments are the request, the result and the model's bytes, as for the program that it would
 * run. The request's input names the result; real clusters are in python/tests.
 */
const STAND_IN = `#!${process.execPath}
const { readFileSync, writeFileSync } = require('node:fs')
const [asked, result] = process.argv.slice(-3)
const request = JSON.parse(readFileSync(asked, 'utf8'))
const answers = JSON.parse(readFileSync(process.env.SPARK_HOME + '/answers.json', 'utf8'))
const found = answers[request.input]
if (found === undefined) {
  console.error('py4j.protocol.Py4JJavaError: All masters are unresponsive!\\n\\tat org.apache.spark.Some(Some.scala:1)')
  process.exit(1)
}
const setting = process.argv.findLast((word) => word.startsWith('spark.sql.execution.arrow.maxBytesPerBatch='))
const told = { who: request.process, batches: Number(setting.split('=')[1]) }[found]
if (told !== undefined) writeFileSync(result, JSON.stringify({ notes: [], answer: { rows: told } }))
else writeFileSync(result, JSON.stringify(found))
`

const reading = { rows: 100, alarms: 7, falseAlarms: 2, because: [], notes: [], expected: null }
const answers = {
  calm: { notes: [], answer: { batch: { ...reading, alarms: 0, falseAlarms: 0, state: 'valid' }, condition: null } },
  alarming: { notes: ['a note'], answer: { batch: { ...reading, state: 'valid' }, condition: null } },
  odd: { notes: [], answer: { batch: { ...reading, state: 'void', because: ['too many alarms'] }, condition: null } },
  scored: { notes: [], answer: { rows: 12 } },
  who: 'who',
  batches: 'batches',
  holed: { notes: [], error: { code: 'missing-column', message: 'the input has no column "x"' } },
  broken: { notes: [], error: { code: 'internal', message: 'something that nobody foresaw' } },
}

const home = mkdtempSync(join(tmpdir(), 'xenolith-spark-home-'))
mkdirSync(join(home, 'bin'))
writeFileSync(join(home, 'bin', 'spark-submit'), STAND_IN)
chmodSync(join(home, 'bin', 'spark-submit'), 0o755)
writeFileSync(join(home, 'answers.json'), JSON.stringify(answers))
process.env.SPARK_HOME = home
afterAll(() => rmSync(home, { recursive: true, force: true }))

const { xenolith, feed } = workshop()
const on = (command: string, input: string, ...flags: string[]): string[] => [
  ...[command, '--model', 'file:/m.xeno', '--input', input, '--id', 'name', '--out', 'folder'],
  ...['--engine', 'spark', '--master', 'local[1]', ...flags],
]

describe('what a cluster answers', () => {
  it.each([
    ['calm', [], 0],
    ['calm', ['--fail-on-alarm', '--fail-on-void'], 0],
    ['alarming', [], 0],
    ['alarming', ['--fail-on-void'], 0],
    ['alarming', ['--fail-on-alarm'], 4],
    ['odd', [], 0],
    ['odd', ['--fail-on-alarm'], 4],
    ['odd', ['--fail-on-void'], 5],
    ['odd', ['--fail-on-alarm', '--fail-on-void'], 5],
  ] as const)('%s rows with %j end with status %d', (input, flags, status) => {
    const ran = xenolith(...on('detect', input, '--json', ...flags))
    expect(ran.status, ran.stderr).toBe(status)
    const { batch } = answers[input].answer
    expect(JSON.parse(ran.stdout)).toMatchObject({
      rows: 100,
      alarms: batch.alarms,
      promise: batch.state,
      out: 'folder',
    })
  })

  it('says what the cluster noted', () => {
    expect(xenolith(...on('detect', 'alarming')).stderr).toContain('a note')
  })

  it('counts scored rows', () => {
    const ran = xenolith(...on('score', 'scored', '--json'))
    expect([ran.status, JSON.parse(ran.stdout)]).toEqual([0, { rows: 12, out: 'folder' }])
  })

  it.each([
    ['holed', 2, 'the input has no column "x"'],
    ['nowhere', 2, 'spark-submit failed: py4j.protocol.Py4JJavaError: All masters are unresponsive!'],
    ['broken', 1, 'something that nobody foresaw'],
  ])('%s ends with status %d and its reason', (input, status, words) => {
    const ran = xenolith(...on('score', input))
    expect([ran.status, ran.stdout]).toEqual([status, ''])
    expect(ran.stderr).toContain(words)
  })

  it('has Spark not measure each batch after each row, unless it is told to', () => {
    const limit = (...flags: string[]): unknown =>
      JSON.parse(xenolith(...on('score', 'batches', '--json', ...flags)).stdout)
    expect(limit()).toMatchObject({ rows: 2_147_483_647 })
    expect(limit('--spark-conf', 'spark.sql.execution.arrow.maxBytesPerBatch=1000')).toMatchObject({ rows: 1000 })
  })

  it('tells the driver which process waits for it, so that none is left behind', () => {
    const { rows } = JSON.parse(feed('', ...on('score', 'who', '--json')).stdout) as { rows: number }
    expect(rows).toBeGreaterThan(1)
    expect(() => process.kill(rows, 0)).toThrow('ESRCH') // it was the command's own, which has ended
  })
})
