import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { substream } from '@xenolith/core'
import { expect, test } from 'vitest'
import { workshop } from './run.js'

const { path, xenolith } = workshop()

/** Three classes in two dimensions, the third one far from the others. */
function ownTable(rows: number): string {
  const random = substream(1, 'own table')
  const lines = Array.from({ length: rows }, (_, i) => {
    const kind = ['a', 'b', 'c'][i % 3]
    const shift = { a: 0, b: 5, c: 12 }[kind]!
    return `${random.normal() + shift},${random.normal()},${kind}`
  })
  return ['x,y,kind', ...lines, ''].join('\n')
}

test('--list names every element', () => {
  const { status, stdout } = xenolith('reproduce', '--list')
  expect(status).toBe(0)
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[0]),
  ).toEqual(
    expect.arrayContaining([
      'synthetic-iforest',
      'synthetic-loda',
      'benchmarks-iforest',
      'deep-scores',
      'certificates',
    ]),
  )
})

test("the benchmarks' protocol runs on a table of one's own", () => {
  writeFileSync(path('own.csv.gz'), gzipSync(ownTable(300)))
  const args = [
    'reproduce',
    'benchmarks-iforest',
    '--table',
    'own.csv.gz',
    '--label',
    'kind',
    '--nominal',
    'a,b',
    '--runs',
    '2',
  ]
  const ran = xenolith(...args, '--alphas', '0.2', '--json', '--quiet')
  expect(ran.status, ran.stderr).toBe(0)
  const { elements, report } = JSON.parse(ran.stdout)
  const [{ name, rows, results }] = elements
  expect(name).toBe('benchmarks-iforest')
  expect(rows).toHaveLength(6 * 3 * 2)
  expect(rows[0]).toMatchObject({ dataset: 'own', detector: 'iforest', n: 105, alpha: 0.2, alphaUsed: 0.2, runs: 2 })
  const basic = rows.filter((row: { variant: string }) => row.variant === 'basic')
  expect(basic.every((row: { recall: number }) => row.recall > 0.6)).toBe(true)
  expect(readFileSync(results, 'utf8').split('\n')[0]).toContain('dataset,detector,n,alpha')
  expect(results).toContain('xenolith-reproduce')
  expect(existsSync(report)).toBe(true)
  const again = xenolith(...args, '--alphas', '0.2', '--json', '--workers', '1')
  expect(again.stderr).toContain('0 runs to do, 2 done before')
  expect(JSON.parse(again.stdout)).toEqual(JSON.parse(ran.stdout))
})

test.each([
  ['nothing', [], 'bad-option'],
  ['an element that is none', ['nonsense'], 'bad-option'],
  ['no data directory', ['benchmarks-loda', '--runs', '1', '--datasets', 'landsat'], 'bad-option'],
  ['a dataset that is none', ['benchmarks', '--runs', '1', '--datasets', 'moon'], 'bad-option'],
  ['a table without its label', ['benchmarks-loda', '--table', 'own.csv.gz'], 'bad-option'],
  ['a table for synthetic data', ['synthetic', '--table', 'x.csv', '--label', 'kind', '--nominal', 'a'], 'bad-option'],
  [
    'a table that is not there',
    ['benchmarks-loda', '--table', 'x.csv', '--label', 'kind', '--nominal', 'a'],
    'file-missing',
  ],
  ['an alpha of 1', ['synthetic', '--alphas', '1', '--runs', '1'], 'bad-option'],
])('refused: %s', (_, args, code) => {
  const { status, stderr } = xenolith('reproduce', ...args, '--quiet')
  expect(status).toBe(2)
  expect(stderr).toMatch(new RegExp(`^xenolith: .* \\[${code}\\]\\n$`))
})

test('datasets: what is here, missing or damaged', () => {
  writeFileSync(path('landsat.csv.gz'), gzipSync('f0,label\n1,1\n'))
  const { status, stdout } = xenolith('datasets', '--data', '.', '--json')
  expect(status).toBe(0)
  const states = JSON.parse(stdout) as { name: string; state: string; source: string }[]
  expect(states.find(({ name }) => name === 'landsat')).toMatchObject({ state: 'damaged' })
  expect(states.filter(({ name }) => name !== 'landsat').every(({ state }) => state === 'missing')).toBe(true)
  expect(xenolith('datasets', '--data', '.').stdout).toContain('damaged: landsat.csv.gz')
  expect(xenolith('demo', '--dataset', 'landsat', '--data', '.').stderr).toContain('[dataset-damaged]')
  expect(xenolith('reproduce', 'benchmarks-loda', '--datasets', 'landsat', '--data', '.').stderr).toContain(
    '[dataset-damaged]',
  )
})
