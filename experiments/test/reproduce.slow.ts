import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ReproduceOptions, reproduce } from '../src/runner/reproduce.js'
import { folder, tinySynthetic, writeElement } from './folder.js'

const base = folder()
const elements = join(base, 'elements')
writeElement(elements, 'synthetic-iforest', tinySynthetic)
writeElement(elements, 'synthetic-loda', { ...tinySynthetic, detector: 'loda' })
writeElement(elements, 'certificates', {
  kind: 'certificates',
  title: 'tiny',
  sources: ['synthetic-iforest'],
  runs: 4,
  seed: 7,
})

async function run(out: string, options: Partial<ReproduceOptions> = {}): Promise<string> {
  const names = options.names ?? ['synthetic-iforest']
  const { done } = await reproduce({ workers: 1, ...options, names, elements, out: join(base, out) })
  return readFileSync(done[0].results, 'utf8')
}

const journalsIn = (out: string): string[] =>
  readdirSync(join(base, out, '.work')).map((name) => join(base, out, '.work', name))

test('results have the same bytes for any number of workers', async () => {
  const one = await run('one')
  expect(await run('two', { workers: 2 })).toBe(one)
  const lines = one.trim().split('\n')
  expect(lines[0]).toBe(
    'dataset,detector,n,alpha,alphaUsed,q,variant,runs,seed,version,recall,recallCi,falseAlarmRate,falseAlarmRateCi,oracle,oracleMedian,farQ1,farMedian,farQ3,recall05,nStar',
  )
  expect(lines).toHaveLength(1 + 2 * 2 * 2 * 2)
  for (const line of lines.slice(1)) {
    const cells = line.split(',')
    expect(cells.slice(7, 9)).toEqual(['4', '7'])
    expect(Number(cells[10])).toBeGreaterThan(0.2)
    expect(Number(cells[10])).toBeLessThanOrEqual(1)
  }
})

test('a run that was stopped, or that died while it wrote, or whose journal is damaged, goes on to the same bytes', async () => {
  const whole = await run('one')
  await expect(run('cut', { signal: AbortSignal.timeout(1) })).rejects.toMatchObject({ code: 'aborted' })
  await run('cut', { runs: 1 })
  const [journal] = journalsIn('cut')
  const [first, second] = readFileSync(journal, 'utf8').split('\n')
  writeFileSync(journal, `{"part":7\n${first}\nnull\n{}\n${second.slice(0, 40)}`)
  const said: string[] = []
  expect(await run('cut', { say: (text) => said.push(text) })).toBe(whole)
  expect(said[0]).toBe('synthetic-iforest: 7 runs to do, 1 done before')
})

test('what is done is not done again, and more runs add to it', async () => {
  const said: string[] = []
  const say = (text: string): unknown => said.push(text)
  const whole = await run('one', { say: (text) => void say(text) })
  expect(said[0]).toBe('synthetic-iforest: 0 runs to do, 8 done before')
  await run('grown', { runs: 2 })
  expect(await run('grown', { say: (text) => void say(text) })).toBe(whole)
  expect(said).toContain('synthetic-iforest: 4 runs to do, 4 done before')
})

test('other settings never mix with what was computed before', async () => {
  await run('mixed')
  const other = await run('mixed', { seed: 8 })
  expect(journalsIn('mixed')).toHaveLength(2)
  expect(other).not.toBe(await run('mixed'))
  const alpha = await run('mixed', { alphas: [0.5] })
  expect(journalsIn('mixed')).toHaveLength(3)
  expect(alpha.trim().split('\n')).toHaveLength(1 + 2 * 2 * 2)
})

test('certificates are read off the replicates of their sources', async () => {
  const text = await run('one', { names: ['certificates'] })
  const [head, ...lines] = text.trim().split('\n')
  expect(head).toBe(
    'source,detector,n,alpha,recall,confidence,method,runs,seed,version,certified,kept,deliveredRecall,deliveredRecallLeast,falseAlarmRate,falseAlarmRateUpper,boundHeld',
  )
  expect(lines.map((line) => line.split(',').slice(0, 8).join(','))).toEqual(
    ['theorem1', 'dkw', 'exact', 'audit'].map((method) => `synthetic,iforest,60,0.5,0.5,0.8,${method},4`),
  )
  const audit = lines[3].split(',').map(Number)
  expect(audit[10]).toBeGreaterThan(0) // half the rows are aliens, so that 20 labels carry a promise of 50 %
  expect(audit[12]).toBeGreaterThanOrEqual(audit[13])
})

test('groups, quick settings and refusals', async () => {
  const { done } = await reproduce({
    names: ['synthetic'],
    quick: true,
    workers: 2,
    elements,
    out: join(base, 'quick'),
  })
  expect(done.map(({ name }) => name)).toEqual(['synthetic-iforest', 'synthetic-loda'])
  expect(done.every(({ rows }) => rows.every((row) => row.runs === 2))).toBe(true)
  const settings = JSON.parse(readFileSync(join(base, 'quick/elements/synthetic-loda/settings.json'), 'utf8'))
  expect(settings).toMatchObject({ runs: 2, detector: 'loda' })
  await expect(run('no', { names: ['nothing'] })).rejects.toMatchObject({ code: 'bad-option' })
  await expect(run('no', { runs: 0 })).rejects.toMatchObject({ code: 'bad-option' })
  await expect(run('no', { datasets: ['landsat'] })).rejects.toMatchObject({ code: 'bad-option' })
})
