import { readFileSync } from 'node:fs'
import { paperTable, substream } from '@xenolith/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { csv, workshop, write } from './run.js'

const { path, xenolith } = workshop()
const rows = 1500
const isAlien = (row: number): boolean => row % 3 === 0
const trees = ['--trees', '60'] as const
const one = ['--estimators', 'bbe', '--bootstrap', '0'] as const
const both = ['--nominal', 'nominal.csv', '--mixture', 'mixture.csv'] as const
const terms = ['--recall', '0.8', '--confidence', '0.9'] as const
const json = (...args: string[]) => {
  const ran = xenolith(...args, '--json')
  expect(ran.status, ran.stderr).toBe(0)
  return JSON.parse(ran.stdout)
}

beforeAll(() => {
  write(path('nominal.csv'), csv(paperTable(rows, () => false, substream(5, 'nominal'))))
  write(path('mixture.csv'), csv(paperTable(rows, isAlien, substream(5, 'mixture'))))
})

describe('methods', () => {
  it('certifies by exact tests by default, sharper than bands and the theorem on the same data', () => {
    const certificate = json('fit', ...both, '--alpha', '0.34', ...terms, ...trees, '--out', 'm.xeno')
    expect(certificate).toMatchObject({ certified: true, method: 'exact', q: null, epsilon: null, recall: 0.8 })
    expect(certificate.falseAlarmRateUpper).toBeGreaterThan(certificate.falseAlarmRate)
    const { alternatives } = json('inspect', '--model', 'm.xeno')
    expect(alternatives.map((other: { method: string }) => other.method)).toEqual(['dkw', 'theorem1'])
    for (const other of alternatives) {
      if (other.certified) expect(other.falseAlarmRate).toBeGreaterThanOrEqual(certificate.falseAlarmRate)
    }
    expect(alternatives[1]).toMatchObject({ certified: true, method: 'theorem1' })
  })

  it.each(['dkw', 'theorem1'])('certifies by %s when told', (method) => {
    const certificate = json(
      'fit',
      ...both,
      '--alpha',
      '0.34',
      ...terms,
      ...trees,
      '--method',
      method,
      '--out',
      'm2.xeno',
    )
    expect(certificate).toMatchObject({ certified: true, method })
    expect(certificate.q + certificate.epsilon).toBeCloseTo(0.2, 12)
  })

  it('refuses an alpha that the data refute, with exit 3', () => {
    const ran = xenolith('fit', ...both, '--alpha', '0.05', ...terms, ...trees, '--out', 'refuted.xeno')
    expect(ran.status).toBe(3)
    expect(ran.stderr).toMatch(/(^|\n)xenolith: alpha = 0\.05 is refuted[^\n]*\[alpha-refuted\]\n$/)
  })
})

describe('alpha', () => {
  it('bounds alpha below, and above under the assumption that it prints', () => {
    const answer = json('alpha', ...both, ...trees, ...one, '--quantile', '0.5')
    expect(answer.lowerBound).toBeGreaterThan(0.2)
    expect(answer.lowerBound).toBeLessThan(1 / 3)
    expect(answer.upperBound.upper).toBeGreaterThan(1 / 3)
    expect(answer.upperBound.assumption).toMatch(/^No alien is assumed to score below/)
    expect(answer.estimate.guarantee).toBe(false)
    expect(answer.estimate.alpha).toBeCloseTo(1 / 3, 1)
  })

  it('says in words that an estimate is no guarantee, and that no upper bound comes for free', () => {
    const { stdout } = xenolith('alpha', ...both, ...trees, ...one)
    expect(stdout).toContain('no guarantee')
    expect(stdout).toContain('No upper bound exists without an assumption')
  })

  it('takes scores, and refutes a given alpha with exit 3', () => {
    write(path('low.csv'), `score\n${Array.from({ length: 400 }, (_, i) => i).join('\n')}\n`)
    write(path('high.csv'), `score\n${Array.from({ length: 400 }, (_, i) => (i % 2 ? 1000 : i)).join('\n')}\n`)
    const scores = ['alpha', '--nominal', 'low.csv', '--mixture', 'high.csv', '--column', 'score', ...one] as const
    expect(json(...scores).lowerBound).toBeGreaterThan(0.35)
    const { upperBound } = json(...scores, '--t0', '500')
    expect(upperBound.upper).toBeGreaterThan(0.5)
    expect(upperBound.upper).toBeLessThan(0.6)
    expect(upperBound.assumption).toBe('No alien is assumed to score at most 500.')
    const ran = xenolith(...scores, '--alpha', '0.1')
    expect(ran.status).toBe(3)
    expect(ran.stderr).toContain('[alpha-refuted]')
  })

  it.each([
    ['--quantile', '1.5', 'bad-option'],
    ['--rho', '0.1', 'bad-option'],
    ['--confidence', '1', 'bad-confidence'],
  ])('refuses %s %s', (flag, value, code) => {
    const ran = xenolith('alpha', ...both, flag, value)
    expect(ran.status).toBe(2)
    expect(ran.stderr).toMatch(new RegExp(`^xenolith: [^\\n]+\\[${code}\\]\\n$`))
  })
})

describe('audit', () => {
  const label = (verdict: (row: number) => string, out: string): void => {
    const [header, ...lines] = readFileSync(path('sample.csv'), 'utf8').trim().split('\n')
    const filled = lines.map((line) => line.replace(/,$/, `,${verdict(Number(line.split(',')[0]) - 1)}`))
    write(path(out), `${[header, ...filled].join('\n')}\n`)
  }

  beforeAll(() => {
    const ran = xenolith('audit', 'sample', '--mixture', 'mixture.csv', '--size', '300', '--out', 'sample.csv')
    expect(ran.status, ran.stderr).toBe(0)
    label((row) => (isAlien(row) ? 'alien' : 'nominal'), 'labelled.csv')
  })

  it('draws distinct rows of the mixture, the same for the same seed, with an empty verdict', () => {
    const [header, ...lines] = readFileSync(path('sample.csv'), 'utf8').trim().split('\n')
    expect(header).toBe('row,x1,x2,x3,x4,x5,x6,x7,x8,x9,verdict')
    const mixture = readFileSync(path('mixture.csv'), 'utf8').split('\n')
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(300)
    for (const line of lines) {
      const [row, ...cells] = line.split(',')
      expect(cells.join(',')).toBe(`${mixture[Number(row)]},`)
    }
    const again = xenolith('audit', 'sample', '--mixture', 'mixture.csv', '--size', '300')
    expect(again.stdout).toBe(readFileSync(path('sample.csv'), 'utf8'))
  })

  it('says what labels are worth', () => {
    const draw = (size: string) =>
      json('audit', 'sample', '--mixture', 'mixture.csv', '--size', size, '--out', 's.csv', '--alpha', '0.3', ...terms)
        .worth
    const [few, many] = [draw('40'), draw('80')]
    expect(few.enough).toBe(many.enough)
    expect(many.chance).toBeGreaterThan(few.chance)
    expect(few.chancePerLabel).toBeGreaterThan(0)
    expect(draw(String(few.enough)).chance).toBeGreaterThanOrEqual(0.9)
  })

  it('certifies from the labels, without alpha', () => {
    const certificate = json('fit', ...both, '--audit', 'labelled.csv', ...terms, ...trees, '--out', 'audited.xeno')
    expect(certificate).toMatchObject({
      certified: true,
      method: 'audit',
      alphaSource: 'audit',
      audit: { labelled: 300, unsure: 0 },
    })
    expect(certificate.alpha).toBeGreaterThan(1 / 3)
    expect(certificate.assumptions.join(' ')).toContain('uniform random sample of the mixture')
    expect(xenolith('report', '--model', 'audited.xeno', '--out', 'audited.html').status).toBe(0)
  })

  it('counts unsure and empty verdicts in the safe direction', () => {
    label((row) => (isAlien(row) ? 'alien' : row % 10 === 1 ? 'unsure' : row % 10 === 7 ? '' : 'nominal'), 'doubts.csv')
    const sure = json('alpha', ...both, ...trees, ...one, '--audit', 'labelled.csv')
    const ran = xenolith('alpha', ...both, ...trees, ...one, '--audit', 'doubts.csv', '--json')
    expect(ran.stderr).toMatch(/rows of doubts\.csv without a verdict: counted as unsure/)
    const { audited } = JSON.parse(ran.stdout)
    expect(audited.upper).toBeGreaterThan(sure.audited.upper)
    expect(audited.lower).toBe(sure.audited.lower)
  })

  it.each<[string, () => void, RegExp]>([
    [
      'a word that is no verdict',
      () => label(() => 'perhaps', 'bad.csv'),
      /bad\.csv, row 1, column "verdict": "perhaps"/,
    ],
    [
      'a row that the mixture lacks',
      () => write(path('bad.csv'), 'row,verdict\n9999,alien\n'),
      /row 9999, but the mixture has 1500/,
    ],
    ['a row twice', () => write(path('bad.csv'), 'row,verdict\n3,alien\n3,alien\n'), /row 3 twice/],
  ])('refuses %s', (_, prepare, words) => {
    prepare()
    const ran = xenolith('fit', ...both, '--audit', 'bad.csv', ...terms, ...trees, '--out', 'bad.xeno')
    expect(ran.status).toBe(2)
    expect(ran.stderr).toMatch(words)
    expect(ran.stderr).toMatch(/^xenolith: [^\n]+\[bad-row\]\n$/)
  })

  it('refuses a sample larger than the mixture', () => {
    expect(xenolith('audit', 'sample', '--mixture', 'mixture.csv', '--size', '5000').stderr).toMatch(
      /from 1 to 1500, got 5000/,
    )
  })
})

describe('plan', () => {
  const ask = (...more: string[]) => json('plan', '--alpha', '0.1', '--recall', '0.9', '--confidence', '0.95', ...more)

  it('asks the exact method for far less data than the theorem', () => {
    const exact = ask()
    const theorem = ask('--method', 'theorem1')
    expect(exact).toMatchObject({ method: 'exact', epsilon: null, q: null, feasible: true })
    expect(exact.power).toBeGreaterThanOrEqual(0.89)
    expect(theorem.n0 / exact.n0).toBeGreaterThan(4)
  })

  it('goes both ways: the planned sizes carry what they were planned for', () => {
    const { n0, nm } = ask('--power', '0.8')
    const back = ask('--power', '0.8', '--nominal', String(n0), '--mixture', String(nm))
    expect(back.feasible).toBe(true)
    expect(back.attainableRecall).toBeCloseTo(0.9, 3)
  })

  it('spends a budget on mixture rows when they are cheap', () => {
    const dear = ask('--budget', '20000')
    const cheap = ask('--budget', '20000', '--mixture-cost', '0.01')
    expect(cheap.nm).toBeGreaterThan(10 * dear.nm)
    expect(cheap.power).toBeGreaterThan(dear.power)
  })

  it('needs more data for a poorer detector, and says when none would do', () => {
    expect(ask('--false-alarms', '0.04').n0).toBeGreaterThan(ask('--false-alarms', '0.001').n0)
  })
})
