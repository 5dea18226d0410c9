import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { decodeModelFile, selectRows } from '@xenolith/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { csv, example, files, promise, workshop, write } from './run.js'

const { directory, path, xenolith, feed } = workshop()
const small = ['--trees', '60'] as const
const data = example(600)

beforeAll(() => {
  write(path('nominal.csv'), csv(data.nominal, { id: (row) => `n${row}`, kind: (row) => (row % 2 ? 'odd' : 'even') }))
  write(path('mixture.csv'), csv(data.mixture, { id: (row) => `m${row}`, kind: () => '' }))
  write(path('incoming.csv'), csv(data.incoming, { id: (row) => `i${row}` }))
})

const fit = (out: string, ...more: string[]) =>
  xenolith(
    'fit',
    ...files,
    ...promise,
    ...(more.includes('--detector') ? [] : small),
    '--id',
    'id',
    '--label',
    'kind',
    '--out',
    out,
    ...more,
  )

function rowsOf(text: string): string[][] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.split(','))
}

describe('fit, then everything that follows', () => {
  beforeAll(() => {
    const ran = fit('model.xeno', '--json')
    expect(ran.status, ran.stderr).toBe(0)
    write(path('certificate.json'), ran.stdout)
  })

  it('prints the certificate as one JSON object with the contracted fields', () => {
    const certificate = JSON.parse(readFileSync(path('certificate.json'), 'utf8'))
    expect(certificate).toMatchObject({
      certified: true,
      method: 'theorem1',
      alpha: 0.5,
      alphaSource: 'given',
      eta: 0.3,
      delta: 0.1,
      n0: 600,
      nm: 600,
      recall: 0.7,
      nominalScores: 'out-of-bag',
    })
    expect(certificate.q + certificate.epsilon).toBeCloseTo(0.3, 12)
    expect(certificate.admissible).toMatchObject({ ok: true })
    expect(certificate.assumptions.length).toBeGreaterThanOrEqual(4)
    for (const field of ['tau', 'falseAlarmRate', 'falseAlarmRateUpper', 'alarmRate'])
      expect(typeof certificate[field]).toBe('number')
  })

  it('writes the same bytes for the same seed and others for another', () => {
    const first = readFileSync(path('model.xeno'))
    fit('again.xeno')
    fit('other.xeno', '--seed', '2')
    expect(readFileSync(path('again.xeno')).equals(first)).toBe(true)
    expect(readFileSync(path('other.xeno')).equals(first)).toBe(false)
  })

  it('detects: id, score and alarm of every row, alarms exactly above tau', () => {
    const ran = xenolith('detect', '--model', 'model.xeno', '--input', 'incoming.csv', '--out', 'alarms.csv', '--json')
    expect(ran.status, ran.stderr).toBe(0)
    const { tau, falseAlarmRate } = JSON.parse(readFileSync(path('certificate.json'), 'utf8'))
    const [header, ...rows] = rowsOf(readFileSync(path('alarms.csv'), 'utf8'))
    expect(header).toEqual(['id', 'score', 'alarm'])
    expect(rows.length).toBe(600)
    for (const [, score, alarm] of rows) expect(alarm).toBe(String(Number(score) > tau))
    const alarms = rows.filter((row) => row[2] === 'true').length
    expect(JSON.parse(ran.stdout)).toEqual({
      rows: 600,
      alarms,
      alarmRate: alarms / 600,
      falseAlarms: Math.min(alarms, Math.round(600 * falseAlarmRate)),
      promise: 'valid',
      because: [],
      notes: [],
      out: 'alarms.csv',
    })
    const aliens = rows.filter((_, i) => i % 4 === 0)
    expect(aliens.filter((row) => row[2] === 'true').length / aliens.length).toBeGreaterThan(0.7)
  })

  it('gives every row the same score in another order, from stdin, and from Parquet', () => {
    const order = Array.from({ length: 600 }, (_, i) => (i * 7) % 600)
    const shuffled = csv(selectRows(data.incoming, order), { id: (row) => `i${order[row]}` })
    const plain = new Map(
      rowsOf(xenolith('score', '--model', 'model.xeno', '--input', 'incoming.csv').stdout).map((r) => [r[0], r[1]]),
    )
    const other = rowsOf(feed(shuffled, 'score', '--model', 'model.xeno', '--input', '-').stdout)
    expect(other.length).toBe(601)
    for (const [id, score] of other) expect(score).toBe(plain.get(id))
    xenolith('score', '--model', 'model.xeno', '--input', 'incoming.csv', '--out', 'scores.parquet')
    const check = xenolith(
      'threshold',
      '--nominal',
      'scores.parquet',
      '--mixture',
      'scores.parquet',
      '--alpha',
      '0.5',
      '--q',
      '0.5',
      '--json',
    )
    const largest = [...plain.values()].slice(1).map(Number)
    expect(largest).toContain(JSON.parse(check.stdout).tau)
  })

  it('writes only the alarms, with reasons that name features', () => {
    const ran = xenolith(
      'detect',
      '--model',
      'model.xeno',
      '--input',
      'incoming.csv',
      '--only-alarms',
      '--explain',
      '2',
    )
    const [header, ...lines] = ran.stdout.trim().split('\n')
    expect(header).toBe('id,score,alarm,explanation,nearest_nominal')
    expect(lines.length).toBeGreaterThan(50)
    const reason = /x\d = [-\d.e]+, (above|below) (every ordinary row|[\d.]+ % of ordinary rows)/
    expect(lines.every((line) => line.includes(',true,"') && reason.test(line))).toBe(true)
    expect(lines.every((line) => /most like ordinary row (\d+), which has x\d = .*",\1$/.test(line))).toBe(true)
    expect(ran.stderr).toMatch(/^\d+ of 600 rows alarm/)
  })

  it('keeps reasons structured in NDJSON: feature, value, where it lies among nominal rows, gain', () => {
    const detect = ['detect', '--model', 'model.xeno', '--input', 'incoming.csv', '--only-alarms', '--explain', '2']
    expect(xenolith(...detect, '--out', 'reasons.ndjson').status).toBe(0)
    const rows = readFileSync(path('reasons.ndjson'), 'utf8').trim().split('\n')
    for (const { alarm, explanation } of rows.map((row) => JSON.parse(row))) {
      expect(alarm).toBe(true)
      expect(explanation.length).toBeGreaterThan(0)
      for (const { feature, value, gain, position, nearest } of explanation) {
        expect(feature).toMatch(/^x\d$/)
        expect([value, gain, position, nearest].every(Number.isFinite)).toBe(true)
      }
    }
  })

  it('groups the alarms: in words, in JSON and as a column that agrees with both', () => {
    const detect = ['detect', '--model', 'model.xeno', '--input', 'incoming.csv', '--group', '--out', 'groups.csv']
    const ran = xenolith(...detect)
    expect(ran.stderr).toMatch(
      /They (fall into \d+ groups? of alarms that are alike|do not fall into groups).*:\n {2}1: \d+ alarms? \(/,
    )
    const lines = readFileSync(path('groups.csv'), 'utf8').trim().split('\n').slice(1)
    const { groups } = JSON.parse(xenolith(...detect, '--json').stdout)
    for (const { group, size, examples } of groups) {
      const own = lines.filter((line) => line.endsWith(`,true,${group}`))
      expect(own.length).toBe(size)
      for (const id of examples) expect(own.some((line) => line.startsWith(`${id},`))).toBe(true)
    }
    expect(lines.every((line) => /,(true,\d+|false,)$/.test(line))).toBe(true)
    const [command, ...flags] = detect
    expect(
      JSON.parse(xenolith(command, '--group=3', ...flags.filter((flag) => flag !== '--group'), '--json').stdout).groups
        .length,
    ).toBeLessThanOrEqual(3)
    expect(xenolith(...detect, '--group', '0').stderr).toContain(
      'the number of groups must be a whole number from 1 on, got 0',
    )
  })

  it('keeps no nominal rows when told so: no nearest row then, and groups all the same', () => {
    const roles = ['--id', 'id', '--label', 'kind']
    const fit = ['fit', ...files, ...promise, '--trees', '40', ...roles, '--keep-rows', '0', '--out', 'bare.xeno']
    expect(xenolith(...fit).status).toBe(0)
    expect(xenolith('inspect', '--model', 'bare.xeno').stdout).toContain('No nominal rows are kept')
    const detect = [
      'detect',
      '--model',
      'bare.xeno',
      '--input',
      'incoming.csv',
      '--only-alarms',
      '--explain',
      '1',
      '--group',
    ]
    const ran = xenolith(...detect)
    expect(ran.stdout).toMatch(/^id,score,alarm,group,explanation\n/)
    expect(ran.stdout).not.toContain('most like')
  })

  it('fails on an alarm and on a void promise when told to, with statuses of their own', () => {
    const detect = ['detect', '--model', 'model.xeno', '--out', 'watched.csv']
    expect(xenolith(...detect, '--input', 'incoming.csv', '--fail-on-void').status).toBe(0)
    expect(xenolith(...detect, '--input', 'incoming.csv', '--fail-on-void', '--fail-on-alarm').status).toBe(4)
    const [header, ...lines] = readFileSync(path('incoming.csv'), 'utf8').trim().split('\n')
    const shifted = lines.map((line) => line.replace(/-?\d+\.\d+/g, (x) => String(Number(x) / 4)))
    write(path('shifted.csv'), [header, ...shifted, ''].join('\n'))
    const ran = xenolith(...detect, '--input', 'shifted.csv', '--fail-on-void', '--fail-on-alarm', '--json')
    expect(ran.status).toBe(5)
    expect(ran.stderr).toContain('promise void for this batch because')
    expect(JSON.parse(ran.stdout)).toMatchObject({ promise: 'void', because: [expect.stringContaining('would if')] })
    expect(existsSync(path('watched.csv'))).toBe(true)
  })

  it('inspects as text and as JSON', () => {
    const text = xenolith('inspect', '--model', 'model.xeno').stdout
    expect(text).toContain('With confidence 90 %, at least 70 % of all aliens raise an alarm, at the price of')
    expect(text).toContain('isolation forest, 60 trees on 120 rows each, range check on')
    const json = JSON.parse(xenolith('inspect', '--model', 'model.xeno', '--json').stdout)
    expect(json.certificate).toEqual(JSON.parse(readFileSync(path('certificate.json'), 'utf8')))
    expect(json.data.map((d: { role: string; rows: number }) => [d.role, d.rows])).toEqual([
      ['nominal', 600],
      ['mixture', 600],
    ])
    expect(json.features.map((f: { name: string }) => f.name)).toEqual([
      'x1',
      'x2',
      'x3',
      'x4',
      'x5',
      'x6',
      'x7',
      'x8',
      'x9',
    ])
  })

  it('reports as one HTML file that needs no network', () => {
    expect(xenolith('report', '--model', 'model.xeno', '--out', 'report.html').status).toBe(0)
    const html = readFileSync(path('report.html'), 'utf8')
    expect(html).toMatch(/^<!doctype html>/i)
    expect(html).not.toMatch(/https?:\/\//)
    expect(html.match(/<svg/g)?.length).toBeGreaterThanOrEqual(4)
  })

  it('keeps quiet when told', () => {
    expect(fit('quiet.xeno', '--quiet').stderr).toBe('')
  })
})

describe('ways to fit', () => {
  it('holds nominal rows out and says so', () => {
    const ran = fit('held.xeno', '--holdout', '0.5', '--json', '--recall', '0.5')
    expect(JSON.parse(ran.stdout)).toMatchObject({ n0: 300, nominalScores: 'held-out' })
  })

  it('fits one detector for each class', () => {
    expect(fit('classes.xeno', '--per-class').status).toBe(0)
    const { model } = decodeModelFile(readFileSync(path('classes.xeno')))
    expect(model).toMatchObject({ detector: 'per-class', classes: ['even', 'odd'] })
  })

  it('fits LODA', () => {
    expect(fit('loda.xeno', '--detector', 'loda', '--projections', '60').status).toBe(0)
    expect(xenolith('inspect', '--model', 'loda.xeno').stdout).toContain('bootstrap LODA, 60 projections')
  })

  it('turns the range check off', () => {
    expect(fit('free.xeno', '--no-range-check').status).toBe(0)
    expect(xenolith('inspect', '--model', 'free.xeno').stdout).toContain('range check off')
  })

  it('takes logits, and scores of another detector', () => {
    // Neither score finds these aliens well enough for a promise: a threshold is enough here.
    const threshold = (out: string, ...more: string[]) =>
      xenolith('fit', ...files, '--alpha', '0.5', '--q', '0.5', '--id', 'id', '--label', 'kind', '--out', out, ...more)
    const softmax = threshold('softmax.xeno', '--detector', 'softmax', '--rule', 'energy')
    expect(softmax.status, softmax.stderr).toBe(0)
    const given = threshold('given.xeno', '--detector', 'given', '--features', 'x1', '--json')
    expect(JSON.parse(given.stdout).nominalScores).toBe('given')
    const scores = rowsOf(xenolith('score', '--model', 'given.xeno', '--input', 'incoming.csv').stdout)
    expect(Number(scores[1][1])).toBe((data.incoming.columns[0] as { values: Float64Array }).values[0])
  })

  it('runs Algorithm 1 alone with --q, and promises nothing', () => {
    const ran = xenolith(
      'fit',
      ...files,
      '--alpha',
      '0.5',
      '--q',
      '0.05',
      ...small,
      '--id',
      'id',
      '--label',
      'kind',
      '--out',
      'q.xeno',
      '--json',
    )
    expect(ran.status, ran.stderr).toBe(0)
    expect(JSON.parse(ran.stdout)).toMatchObject({
      certified: false,
      method: 'algorithm1',
      q: 0.05,
      recall: null,
      eta: null,
    })
    expect(ran.stderr).toContain('No promise')
  })
})

describe('plan and threshold', () => {
  it.each([
    [0.1, 315463],
    [0.2, 70783],
    [0.5, 7865],
  ])('plans the sample sizes of Theorem 1 for alpha %d', (alpha, n) => {
    const ran = xenolith(
      'plan',
      '--alpha',
      String(alpha),
      '--recall',
      '0.95',
      '--confidence',
      '0.95',
      '--method',
      'theorem1',
      '--json',
    )
    expect(JSON.parse(ran.stdout)).toMatchObject({ n0: n, nm: n, q: 0, method: 'theorem1' })
  })

  it('divides a budget as JMLR Theorem 2 does', () => {
    const ran = xenolith(
      'plan',
      '--alpha',
      '0.5',
      '--recall',
      '0.95',
      '--confidence',
      '0.95',
      '--method',
      'theorem1',
      '--budget',
      '1000000',
      '--json',
    )
    const plan = JSON.parse(ran.stdout)
    expect(plan.nm / 1e6).toBeCloseTo(0.604, 3)
    expect(plan.epsilon * 1e3).toBeCloseTo(6.14, 2)
  })

  it('keeps the last bit of tau, ties and equality included', () => {
    write(path('n.csv'), `score\n${Array.from({ length: 10 }, (_, i) => 0.1 * i).join('\n')}\n`)
    write(path('m.csv'), `score\n${Array.from({ length: 10 }, (_, i) => 0.1 * (i < 5 ? i : 9)).join('\n')}\n`)
    const run = (q: string) =>
      JSON.parse(
        xenolith('threshold', '--nominal', 'n.csv', '--mixture', 'm.csv', '--alpha', '0.5', '--q', q, '--json').stdout,
      )
    // At 0.8: Fm = 5/10, F0 = 9/10, so Fa = (0.5 - 0.45) / 0.5 is 0.1 exactly.
    expect(run('0.1').tau).toBe(0.1 * 8)
    expect(run('0.1').alarmRate).toBe(0.5)
    expect(run('0.0999999').tau).toBe(null)
  })

  it('says null when everything alarms', () => {
    write(path('low.csv'), 'score\n1\n')
    write(path('high.csv'), 'score\n2\n')
    const ran = xenolith(
      'threshold',
      '--nominal',
      'high.csv',
      '--mixture',
      'low.csv',
      '--alpha',
      '1',
      '--q',
      '0',
      '--json',
    )
    expect(JSON.parse(ran.stdout)).toMatchObject({ tau: null, falseAlarmRate: 1, alarmRate: 1 })
  })
})

it('leaves no temporary files behind', () => {
  expect(readdirSync(directory).filter((name) => name.endsWith('.tmp'))).toEqual([])
  expect(readdirSync(directory)).toContain('model.xeno')
})
