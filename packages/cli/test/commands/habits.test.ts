import { readFileSync } from 'node:fs'
import { methods } from '@xenolith/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { csv, example, workshop, write } from './run.js'

const { path, xenolith } = workshop()
const data = example(200)
const ok = (...args: string[]): string => {
  const ran = xenolith(...args)
  expect(ran.status, ran.stderr).toBe(0)
  return ran.stdout
}

beforeAll(() => {
  const scores = (from: number) => ['score', ...Array.from({ length: 300 }, (_, i) => from + i / 300), ''].join('\n')
  write(path('s0.csv'), scores(0))
  write(path('s1.csv'), scores(0.4))
  write(
    path('mixture.csv'),
    csv(data.mixture, { day: (row) => `0${1 + (row % 9)}/11/2026`, code: (row) => `00${row % 7}` }),
  )
})

const plan = ['plan', '--recall', '0.8', '--confidence', '0.9', '--json']

describe('numbers', () => {
  it('may be percentages, exactly', () => {
    expect(ok(...plan, '--alpha', '12.3%')).toBe(ok(...plan, '--alpha', '0.123'))
    expect(xenolith('audit', 'sample', '--mixture', 'mixture.csv', '--size', '10%').stderr).toMatch(/\[bad-option\]/)
    expect(xenolith(...plan, '--alpha', '%').stderr).toContain('expected a number')
  })

  it('may be written as in other countries', () => {
    const terms = ['--alpha', '60%', '--recall', '30%', '--confidence', '80%', '--json']
    write(path('g0.tsv'), `score\tn\n${'1.234,5\t1\n'.repeat(200)}${'2,5\t1\n'.repeat(100)}`)
    write(path('g1.tsv'), `score\tn\n${'1.234,5\t1\n'.repeat(100)}${'9.999,5\t1\n'.repeat(200)}`)
    const ran = xenolith(
      'threshold',
      '--nominal',
      'g0.tsv',
      '--mixture',
      'g1.tsv',
      '--decimal',
      ',',
      '--thousands',
      '.',
      ...terms,
    )
    expect(JSON.parse(ran.stdout).n0, ran.stderr).toBe(300)
  })
})

describe('--config', () => {
  it('adds flags from a file, and flags on the command line win', () => {
    write(path('plan.json'), JSON.stringify({ alpha: 0.3, recall: 0.8, confidence: 0.9, json: true }))
    expect(JSON.parse(ok('plan', '--config', 'plan.json')).alpha).toBe(0.3)
    expect(JSON.parse(ok('plan', '--config=plan.json', '--alpha', '20%')).alpha).toBe(0.2)
  })

  it('turns flags on and off, with either spelling of a name', () => {
    write(path('on.json'), JSON.stringify({ alpha: '30%', recall: 0.8, confidence: 0.9, json: true, quiet: false }))
    expect(JSON.parse(ok('plan', '--config', 'on.json')).alpha).toBe(0.3)
    write(path('off.json'), JSON.stringify({ alpha: '30%', recall: 0.8, confidence: 0.9, json: false }))
    expect(ok('plan', '--config', 'off.json')).toContain('recall 80')
    const fit = { nominal: 'no.csv', mixture: 'no.csv', alpha: 0.1, recall: 0.9, confidence: 0.9, out: 'x.xeno' }
    for (const range of [{ rangeCheck: false }, { 'no-range-check': true }, { rangeCheck: true }]) {
      write(path('range.json'), JSON.stringify({ ...fit, ...range }))
      expect(xenolith('fit', '--config', 'range.json').stderr).toContain('[file-missing]')
    }
  })

  it('repeats a flag that is given once for each of a list', () => {
    write(
      path('spark.json'),
      JSON.stringify({ sparkConf: ['a.b=1,2', 'broken'], nominal: 'n', mixture: 'm', out: 'o' }),
    )
    expect(xenolith('fit', '--config', 'spark.json').stderr).toContain('expected NAME=VALUE, got "broken"')
  })

  it.each([
    ['recall', true, '"recall" expects text, a number or a list of them, got true'],
    ['out', false, '"out" expects text, a number or a list of them, got false'],
    ['features', [], '"features" expects text, a number or a list of them, got []'],
    ['alpha', null, '"alpha" expects text, a number or a list of them, got null'],
    ['perClass', 'yes', '"perClass" expects true or false, got "yes"'],
  ])('names %s where its value is %j', (name, value, words) => {
    write(path('wrong.json'), JSON.stringify({ [name]: value, seed: 2 }))
    const ran = xenolith('fit', '--config', 'wrong.json')
    expect(ran.status).toBe(2)
    expect(ran.stderr).toBe(`xenolith: wrong.json: ${words} [bad-option]\n`)
  })

  it.each([
    ['no such file', 'none.json', undefined, 'file-missing'],
    ['not an object', 'list.json', '[1]', 'bad-option'],
    ['not JSON', 'text.json', 'alpha = 1', 'bad-option'],
    ['a nested value', 'nested.json', '{"alpha": {"a": 1}}', 'bad-option'],
    ['an unknown flag', 'strange.json', '{"alhpa": 1}', 'unknown-option'],
  ])('refuses %s in one line', (_, name, content, code) => {
    if (content !== undefined) write(path(name), content)
    const ran = xenolith('plan', '--config', name)
    expect(ran.status).toBe(2)
    expect(ran.stderr).toMatch(new RegExp(`^xenolith: [^\\n]+\\[${code}\\]\\n$`))
  })
})

describe('help and doctor', () => {
  it('has topics and commands, and suggests the nearest', () => {
    expect(ok('help', 'alpha')).toMatch(/^alpha is the share of aliens[\s\S]*Usage: xenolith alpha/)
    expect(ok('help', 'price')).toContain('a separate bound')
    const described = ok('help', 'methods').match(/^\w+/gm)
    expect(new Set(described)).toEqual(new Set(methods))
    expect(ok('help')).toContain('Topics: alpha, price, void')
    expect(xenolith('help', 'prise').stderr).toContain('did you mean price?')
  })

  it('says what the machine offers, without paths', () => {
    const found = JSON.parse(ok('doctor', '--json'))
    expect(found).toMatchObject({ node: process.version, webAssemblySimd: true })
    expect(found.duckdb).toMatch(/^\d/)
    expect(ok('doctor')).not.toContain('/')
  })
})

describe('labels', () => {
  it('are asked for with the cells as written', () => {
    ok('audit', 'sample', '--mixture', 'mixture.csv', '--size', '200', '--out', 'to-label.csv')
    const [header, first] = readFileSync(path('to-label.csv'), 'utf8').split('\n')
    expect(header).toMatch(/^row,.*day,code,verdict$/)
    const line = readFileSync(path('mixture.csv'), 'utf8').split('\n')[Number(first.split(',')[0])]
    expect(first).toBe(`${first.split(',')[0]},${line},`)
  })

  it('are asked for where the table has columns named row and verdict itself, under other names', () => {
    write(path('rows.csv'), ['row,row_,verdict,x', 'a,1,kept,5', 'b,2,kept,6', ''].join('\n'))
    const ran = xenolith('audit', 'sample', '--mixture', 'rows.csv', '--id', 'row', '--size', '2', '--out', 'label.csv')
    expect(ran.status, ran.stderr).toBe(0)
    expect(ran.stderr).toContain('The column "row" of rows.csv is called "row__" there.')
    const [header, ...lines] = readFileSync(path('label.csv'), 'utf8').trimEnd().split('\n')
    expect(header).toBe('row,row__,row_,verdict_,x,verdict')
    expect(lines.toSorted()).toEqual(['1,a,1,kept,5,', '2,b,2,kept,6,'])
  })

  it('come back from Label Studio, and in the spellings of spreadsheets', () => {
    ok('audit', 'sample', '--mixture', 's1.csv', '--size', '200', '--label-studio', '--out', 'tasks.json')
    const tasks = JSON.parse(readFileSync(path('tasks.json'), 'utf8'))
    expect(Object.keys(tasks[0].data)).toEqual(['row', 'score'])
    const verdictOf = (task: { data: { score: string } }) => (Number(task.data.score) > 1 ? 'Alien' : 'Nominal')
    const exported = tasks.map((task: { data: { score: string } }) => ({
      ...task,
      annotations: [{ result: [{ type: 'choices', value: { choices: [verdictOf(task)] } }] }],
    }))
    write(path('exported.json'), JSON.stringify(exported))
    const yes = [' YES', 'TRUE', 'WAHR', 'ja', 'VRAI', '1.0', 'sí', 'si\u0301', 'Anomaly']
    const no = ['No', 'FALSE', 'FALSCH', 'nein', 'FAUX', '0.0', 'falso', 'non', 'Normal']
    const spelt = tasks.map((task: { data: { row: number; score: string } }, i: number) => {
      return `${task.data.row};${(verdictOf(task) === 'Alien' ? yes : no)[i % yes.length]}`
    })
    write(path('spelt.csv'), ['\uFEFFrow;verdict', ...spelt, ''].join('\r\n'))
    const threshold = (file: string) =>
      JSON.parse(
        ok(
          'threshold',
          '--nominal',
          's0.csv',
          '--mixture',
          's1.csv',
          '--audit',
          file,
          '--recall',
          '0.5',
          '--confidence',
          '0.8',
          '--json',
        ),
      )
    const [studio, sheet] = [threshold('exported.json'), threshold('spelt.csv')]
    expect(studio.audit.labelled).toBe(200)
    expect(studio).toEqual(sheet)
    write(
      path('wrong.json'),
      JSON.stringify([{ data: { row: 1 }, annotations: [{ result: [{ value: { choices: ['perhaps'] } }] }] }]),
    )
    const ran = xenolith(
      'threshold',
      '--nominal',
      's0.csv',
      '--mixture',
      's1.csv',
      '--audit',
      'wrong.json',
      '--recall',
      '0.5',
      '--confidence',
      '0.8',
    )
    expect(ran.stderr).toMatch(/"perhaps" is not a verdict.*\[bad-row\]/)
  })

  it('and scores of another program make a model for detect and report', () => {
    const terms = ['--alpha', '90%', '--recall', '30%', '--confidence', '80%']
    ok('threshold', '--nominal', 's0.csv', '--mixture', 's1.csv', ...terms, '--out', 'scores.xeno')
    expect(ok('detect', '--model', 'scores.xeno', '--input', 's1.csv').split('\n')[0]).toBe('row,score,alarm')
    ok('report', '--model', 'scores.xeno', '--out', 'scores.html')
  })
})
