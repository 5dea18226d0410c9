import { readdirSync, readFileSync } from 'node:fs'
import { methods } from '@xenolith/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { createProgram } from '../../src/program.js'
import { csv, example, files, promise, workshop, write } from './run.js'
import { faults, type Schema } from './schema.js'

const { path, xenolith } = workshop()
const folder = new URL('../../schemas/', import.meta.url)
const schema = (name: string): Schema =>
  JSON.parse(readFileSync(new URL(`${name}.schema.json`, folder), 'utf8')) as Schema

const data = example(250)
const fit = ['fit', ...files, ...promise, '--trees', '50', '--json'] as const

beforeAll(() => {
  write(path('nominal.csv'), csv(data.nominal, { id: (row) => `n${row}` }))
  write(path('mixture.csv'), csv(data.mixture, { id: (row) => `m${row}` }))
})

const printed = (...args: string[]): Record<string, unknown> => JSON.parse(xenolith(...args).stdout)

describe('JSON outputs keep to their published schemas', () => {
  it('fit, inspect and detect', () => {
    const certificate = printed(...fit, '--id', 'id', '--out', 'model.xeno')
    expect(certificate.certified).toBe(true)
    expect(faults(certificate, schema('certificate'))).toEqual([])
    expect(faults(printed('inspect', '--model', 'model.xeno', '--json').certificate, schema('certificate'))).toEqual([])
    const detect = ['detect', '--model', 'model.xeno', '--input', 'mixture.csv', '--out', 'alarms.csv', '--json']
    expect(faults(printed(...detect), schema('detect'))).toEqual([])
    const grouped = printed(...detect, '--group')
    expect(faults(grouped, schema('detect'))).toEqual([])
    expect((grouped.groups as unknown[]).length).toBeGreaterThan(0)
    const selected = printed(...detect, '--fdr', '10%')
    expect(faults(selected, schema('detect'))).toEqual([])
    const [header, ...lines] = readFileSync(path('alarms.csv'), 'utf8').trim().split('\n')
    expect(header).toBe('id,score,alarm,p_value,selected')
    expect(lines.filter((line) => line.endsWith('true')).length).toBe(selected.selected)
    expect(selected.selected).toBeGreaterThan(20)
    const cutoff = Math.max(...lines.filter((line) => line.endsWith('true')).map((line) => Number(line.split(',')[3])))
    const rest = lines.filter((line) => line.endsWith('false')).map((line) => Number(line.split(',')[3]))
    expect(Math.min(...rest)).toBeGreaterThan(cutoff)
  })

  it('threshold, with a promise and without, and a refusal', () => {
    xenolith('score', '--model', 'model.xeno', '--input', 'nominal.csv', '--out', 's0.csv')
    xenolith('score', '--model', 'model.xeno', '--input', 'mixture.csv', '--out', 's1.csv')
    const scores = ['threshold', '--nominal', 's0.csv', '--mixture', 's1.csv', '--alpha', '60%', '--json']
    const promised = printed(...scores, '--recall', '30%', '--confidence', '80%')
    expect(promised.certified).toBe(true)
    expect(promised.confidence).toBe(0.8)
    expect(faults(promised, schema('threshold'))).toEqual([])
    expect(faults(printed(...scores, '--q', '0.1'), schema('threshold'))).toEqual([])
    const refused = printed(...scores, '--recall', '99.9%', '--confidence', '99.9%')
    expect(refused.certified).toBe(false)
    expect(faults(refused, schema('refusal'))).toEqual([])
    expect(refused.code).toBe('not-certifiable')
  })

  it('every kind of promise, and an alpha that the data refute', () => {
    const scores = ['threshold', '--nominal', 's0.csv', '--mixture', 's1.csv', '--json']
    const terms = ['--recall', '30%', '--confidence', '80%']
    const rows = Array.from({ length: 60 }, (_, i) => `${4 * i + 1},${i % 3 === 0 ? 'alien' : 'nominal'}\n`)
    write(path('verdicts.csv'), `row,verdict\n${rows.join('')}`)
    const kinds = [
      ...['exact', 'dkw', 'theorem1'].map((method) => ['--alpha', '60%', '--method', method]),
      ['--alpha', 'auto'],
      ['--aliens-at-most', '150'],
      ['--separation', '0.5'],
      ['--audit', 'verdicts.csv'],
    ]
    for (const kind of kinds) {
      const answer = printed(...scores, ...terms, ...kind)
      const kept = faults(answer, schema(answer.tau === undefined ? 'refusal' : 'threshold'))
      expect(kept, kind.join(' ')).toEqual([])
    }
    const refuted = xenolith(...scores, ...terms, '--alpha', '0.1%')
    expect(refuted.status).toBe(3)
    expect(JSON.parse(refuted.stdout)).toMatchObject({ certified: false, code: 'alpha-refuted' })
    expect(faults(JSON.parse(refuted.stdout), schema('refusal'))).toEqual([])
  })

  it('plan and alpha', () => {
    const terms = ['--alpha', '0.2', '--recall', '0.8', '--confidence', '0.9', '--json']
    expect(faults(printed('plan', ...terms), schema('plan'))).toEqual([])
    const question = ['alpha', '--nominal', 's0.csv', '--mixture', 's1.csv', '--column', 'score', '--json']
    const answer = printed(...question, '--quantile', '0.5', '--estimators', 'storey,bt-patrasen', '--bootstrap', '0')
    expect(faults(answer, schema('alpha'))).toEqual([])
  })

  it('score, report, inspect, audit sample, keygen, verify, doctor', () => {
    const keys = printed('keygen', '--out', 'key', '--json')
    const signed = [...fit, '--sign', 'key', '--out', 'signed.xeno', '--id', 'id']
    expect(printed(...signed).certified).toBe(true)
    const model = ['--model', 'signed.xeno', '--json']
    const data = ['--nominal', 'nominal.csv', '--mixture', 'mixture.csv']
    const audit = ['audit', 'sample', '--mixture', 'mixture.csv', '--size', '20', '--out', 'label.csv', '--json']
    const outputs: [string, unknown][] = [
      ['keygen', keys],
      ['score', printed('score', ...model, '--input', 'mixture.csv', '--out', 's.csv')],
      ['report', printed('report', ...model, '--out', 'r.html')],
      ['inspect', printed('inspect', ...model)],
      ['inspect', printed('inspect', '--model', 'model.xeno', '--json')],
      ['audit', printed(...audit)],
      ['audit', printed(...audit, '--alpha', '0.3', '--recall', '0.8', '--confidence', '0.9')],
      ['verify', printed('verify', ...model, '--trust', 'key.pub')],
      ['verify', printed('verify', ...model, ...data)],
      ['verify', printed('verify', ...model, '--nominal', 'mixture.csv', '--mixture', 'nominal.csv')],
      ['doctor', printed('doctor', '--json')],
    ]
    for (const [name, output] of outputs) expect(faults(output, schema(name)), name).toEqual([])
    const { certificate, alternatives } = outputs[3][1] as { certificate: unknown; alternatives: unknown[] }
    for (const each of [certificate, ...alternatives]) expect(faults(each, schema('certificate'))).toEqual([])
  })

  // The demo is in demo.slow.ts.
  it('history verify', async () => {
    const { openStore } = await import('@xenolith/service')
    await (await openStore(path('store.db'))).close()
    expect(faults(printed('history', 'verify', '--store', 'store.db', '--json'), schema('history'))).toEqual([])
  })

  it('datasets, reproduce --list, and serve', async () => {
    expect(faults(printed('datasets', '--json'), schema('datasets'))).toEqual([])
    expect(faults(printed('reproduce', '--list', '--json'), schema('reproduce'))).toEqual([])
    const token = printed('serve', '--new-token', 'read', '--store', 'tokens.db', '--json')
    expect(faults(token, schema('serve'))).toEqual([])
    expect(faults({ address: 'http://127.0.0.1:7878', store: 'x.db' }, schema('serve'))).toEqual([])
    expect(faults({ address: 'http://127.0.0.1:7878' }, schema('serve'))).not.toEqual([])
  })

  it('and there is one for every command that a script would read', () => {
    const named: Record<string, string> = { fit: 'certificate' }
    const without = ['completion', 'help']
    const commands = createProgram().commands.map((command) => command.name())
    const known = readdirSync(folder).map((name) => name.replace('.schema.json', ''))
    expect(commands.filter((name) => !without.includes(name) && !known.includes(named[name] ?? name))).toEqual([])
  })

  it.each(['certificate', 'threshold'])('%s knows every method by name', (name) => {
    const { method } = schema(name).properties as Record<string, Schema>
    expect(new Set(method.enum as string[])).toEqual(new Set([...methods, 'algorithm1', 'algorithm1-isotonic']))
  })

  it('and a broken output would be seen', () => {
    for (const name of readdirSync(folder)) {
      const broken = faults({ certified: 'yes', stray: 1 }, schema(name.replace('.schema.json', '')))
      expect(broken.length, name).toBeGreaterThan(0)
    }
  })
})
