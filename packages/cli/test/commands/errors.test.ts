import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { errorKinds } from '@xenolith/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { csv, example, files, workshop, write } from './run.js'

const { path, xenolith } = workshop()
const data = example(80)
const nominal = csv(data.nominal)
const mixture = csv(data.mixture)
const quick = ['--trees', '10'] as const
const easy = ['--alpha', '1', '--recall', '0.2', '--confidence', '0.5', '--method', 'theorem1'] as const
const estimate = ['--alpha', '1', '--q', '0.2'] as const
const scores = ['--nominal', 'scores.csv', '--mixture', 'scores.csv'] as const

/** The text with one cell of one data row replaced. */
function spoil(text: string, row: number, column: number, cell: string): string {
  const lines = text.split('\n')
  const cells = lines[row].split(',')
  cells[column] = cell
  lines[row] = cells.join(',')
  return lines.join('\n')
}

beforeAll(() => {
  write(path('nominal.csv'), nominal)
  write(path('mixture.csv'), mixture)
  write(path('empty.csv'), '')
  write(path('header.csv'), `${nominal.split('\n')[0]}\n`)
  write(path('ragged.csv'), nominal.replace(/\n/, '\n1,2,3\n'))
  write(path('mistyped.csv'), spoil(nominal, 7, 2, 'abc'))
  write(path('infinite.csv'), spoil(nominal, 5, 1, 'inf'))
  write(path('one.csv'), nominal.split('\n').slice(0, 2).join('\n'))
  write(path('constant.csv'), `x1,x2\n${'1,2\n'.repeat(30)}`)
  write(path('few.csv'), csv({ rows: 80, columns: data.mixture.columns.slice(0, 8) }))
  write(path('labelled.csv'), csv(data.nominal, { Label: () => 'a' }))
  write(path('half.csv'), csv(data.nominal, { kind: (row) => (row < 40 ? 'a' : '') }))
  write(path('scores.csv'), 'score\n1\n2\n3\n')
  write(path('gap.csv'), 'score,id\n1,a\n,b\n3,c\n')
  write(path('words.csv'), 'score\na\nb\nc\n')
  const ran = xenolith('fit', ...files, ...easy, ...quick, '--out', 'good.xeno')
  expect(ran.status, ran.stderr).toBe(0)
  const model = readFileSync(path('good.xeno'))
  write(path('truncated.xeno'), model.subarray(0, model.length - 100))
  write(path('foreign.xeno'), Buffer.from('GIF89a and more bytes than a header would have'))
  for (const [name, at, by] of [
    ['flipped.xeno', Math.floor(model.length / 2), 1],
    ['newer.xeno', 8, 0x10],
  ] as const) {
    const bytes = Buffer.from(model)
    bytes[at] ^= by
    write(path(name), bytes)
  }
})

const fit = (nominalFile: string, ...more: string[]): string[] => [
  'fit',
  '--nominal',
  nominalFile,
  '--mixture',
  'mixture.csv',
  ...easy,
  ...quick,
  '--out',
  'out.xeno',
  ...more,
]
const given = (name: string, value: string): string[] => fit('nominal.csv', name, value)
const detect = (model: string, input = 'mixture.csv'): string[] => [
  'detect',
  '--model',
  model,
  '--input',
  input,
  '--out',
  'out.csv',
]

describe('bad input gets one clear line, exit 2 and a stable code', () => {
  it.each<[string, string[], keyof typeof errorKinds, RegExp]>([
    ['missing file', fit('nope.csv'), 'file-missing', /nope\.csv/],
    ['empty file', fit('empty.csv'), 'empty-data', /empty\.csv/],
    ['header only', fit('header.csv'), 'empty-data', /header\.csv/],
    ['ragged CSV', fit('ragged.csv'), 'bad-row', /ragged\.csv.*2.*expected 9/],
    ['mistyped CSV', fit('mistyped.csv'), 'bad-row', /mistyped\.csv, row 7, column "x3": "abc"/],
    ['an infinite value', fit('infinite.csv'), 'infinite-value', /infinite\.csv, row 5, column "x2"/],
    ['one nominal row', fit('one.csv'), 'too-few-rows', /got 1/],
    [
      'only constant columns',
      fit('constant.csv', '--mixture', 'nominal.csv'),
      'constant-data',
      /every feature is constant/,
    ],
    [
      'a feature missing in the mixture',
      fit('nominal.csv', '--mixture', 'few.csv'),
      'missing-column',
      /few\.csv.*"x9"/,
    ],
    ['a feature missing in the input', detect('good.xeno', 'few.csv'), 'missing-column', /few\.csv.*"x9"/],
    [
      'text where the model knows numbers',
      detect('good.xeno', 'mistyped.csv'),
      'bad-row',
      /mistyped\.csv, row 7, column "x3": "abc"/,
    ],
    [
      'an infinite value to detect',
      detect('good.xeno', 'infinite.csv'),
      'infinite-value',
      /infinite\.csv, row 5, column "x2"/,
    ],
    ['a label left among the features', fit('labelled.csv'), 'label-among-features', /"Label".*--label/],
    ['a missing label', fit('half.csv', '--label', 'kind', '--per-class'), 'bad-row', /half\.csv, row 41.*label/],
    ['per class without labels', fit('nominal.csv', '--per-class'), 'bad-option', /--label/],
    ['a type for no column', given('--types', 'x99=numeric'), 'missing-column', /"x99".*did you mean "x9"\?/],
    ['an unknown label', given('--label', 'knd'), 'missing-column', /"knd"/],
    ['an unknown id', given('--id', 'x10'), 'missing-column', /mixture\.csv.*"x10".*did you mean "x1"\?/],
    [
      'an id among the features',
      given('--features', 'x1,x2').concat('--id', 'x2'),
      'bad-option',
      /"x2".*--features.*--id/,
    ],
    [
      'a type for what is no feature',
      given('--id', 'x2').concat('--types', 'x2=categorical'),
      'bad-option',
      /--types has no effect on "x2"/,
    ],
    [
      'a method without a promise',
      ['fit', ...files, ...estimate, '--method', 'dkw', '--out', 'out.xeno'],
      'bad-option',
      /--method has no effect without a promise/,
    ],
    [
      'looks without a promise',
      ['fit', ...files, ...estimate, '--looks', '2', '--out', 'out.xeno'],
      'bad-option',
      /--looks has no effect without a promise/,
    ],
    [
      'names of rows for bands',
      ['threshold', ...scores, ...easy, '--id', 'id'],
      'bad-option',
      /--id has no effect with --method theorem1, which does not break ties/,
    ],
    [
      'names of rows for Algorithm 1',
      ['threshold', ...scores, ...estimate, '--id', 'id'],
      'bad-option',
      /--id has no effect with --q alone, which does not break ties/,
    ],
    [
      'features of a file of scores',
      ['alpha', '--nominal', 'scores.csv', '--mixture', 'scores.csv', '--column', 'score', '--features', 'x1'],
      'bad-option',
      /--features has no effect with --column/,
    ],
    [
      'part of what labels are worth',
      ['audit', 'sample', '--mixture', 'mixture.csv', '--size', '5', '--out', 'out.csv', '--alpha', '0.1'],
      'bad-option',
      /give all three/,
    ],
    ['data for no dataset', ['demo', '--data', '.'], 'bad-option', /--data has no effect without --dataset/],
    ['an unknown feature', given('--features', 'x1,zz'), 'missing-column', /"zz"/],
    ['alpha 0', given('--alpha', '0'), 'bad-alpha', /\(0, 1\], got 0/],
    ['alpha below 0', given('--alpha', '-0.1'), 'bad-alpha', /got -0\.1/],
    ['alpha above 1', given('--alpha', '1.2'), 'bad-alpha', /got 1\.2/],
    ['alpha NaN', given('--alpha', 'NaN'), 'bad-option', /--alpha.*NaN/],
    ['recall 1', given('--recall', '1'), 'bad-recall', /\(0, 1\), got 1/],
    ['recall 0', given('--recall', '0'), 'bad-recall', /got 0/],
    ['confidence 1', given('--confidence', '1'), 'bad-confidence', /\(0, 1\), got 1/],
    ['confidence 2', given('--confidence', '2'), 'bad-confidence', /got 2/],
    ['q 1', given('--q', '1'), 'bad-q', /\[0, 1\), got 1/],
    ['q below 0', given('--q', '-1'), 'bad-q', /got -1/],
    [
      'recall without confidence',
      ['fit', ...files, '--alpha', '0.5', '--recall', '0.9', '--out', 'out.xeno'],
      'bad-option',
      /--confidence/,
    ],
    ['a subsample of one', given('--subsample', '1.5'), 'bad-option', /subsample.*1\.5/],
    ['a subsample of all', given('--subsample', '1'), 'no-out-of-bag', /--holdout/],
    ['no trees', given('--trees', '0'), 'bad-option', /trees/],
    ['too many trees', given('--trees', '9007199254740991'), 'bad-option', /from 1 to 1000000, got 9007199254740991/],
    [
      'too many projections',
      ['fit', ...files, ...easy, '--out', 'out.xeno', '--detector', 'loda', '--projections', '9007199254740991'],
      'bad-option',
      /from 1 to 500000, got 9007199254740991/,
    ],
    [
      'a flag of another detector',
      given('--detector', 'loda'),
      'bad-option',
      /--trees has no effect with --detector loda/,
    ],
    [
      'a scaling for a forest',
      given('--scaling', 'raw'),
      'bad-option',
      /--scaling has no effect.*belongs to knn and gmm and fusion and ratio and fused-contrast/,
    ],
    [
      'components that are no number',
      ['fit', ...files, ...easy, '--out', 'out.xeno', '--detector', 'gmm', '--components', 'some'],
      'bad-option',
      /--components/,
    ],
    ['a rule for a forest', given('--rule', 'energy'), 'bad-option', /--rule has no effect.*belongs to softmax/],
    [
      'a detector for scores',
      ['alpha', ...files, '--column', 'x1', '--detector', 'loda'],
      'bad-option',
      /--detector has no effect with --column/,
    ],
    ['a holdout of everything', given('--holdout', '1'), 'bad-option', /holdout/],
    ['an unknown detector', given('--detector', 'nearest'), 'bad-option', /iforest, loda/],
    ['an unknown option', given('--alhpa', '1'), 'unknown-option', /did you mean --alpha\?/],
    ['an unknown command', ['fti'], 'unknown-command', /Did you mean fit\?/],
    ['a missing option', ['fit', '--alpha', '1'], 'bad-option', /--nominal/],
    ['no such model', detect('nope.xeno'), 'file-missing', /nope\.xeno/],
    ['a folder as a model', detect('.'), 'file-unreadable', /folder/],
    ['a truncated model', detect('truncated.xeno'), 'bad-model', /truncated\.xeno.*checksum/],
    ['a model with a flipped bit', detect('flipped.xeno'), 'bad-model', /flipped\.xeno.*checksum/],
    ['a foreign file as a model', detect('foreign.xeno'), 'bad-model', /foreign\.xeno.*not a Xenolith model/],
    ['a model of a newer version', detect('newer.xeno'), 'bad-model', /newer\.xeno.*version 17/],
    ['an output folder that does not exist', given('--out', 'no/such/out.xeno'), 'output-unwritable', /no\/such/],
    ['an output that is an input', given('--out', 'nominal.csv'), 'output-is-input', /nominal\.csv/],
    [
      'an output that is the model',
      ['detect', '--model', 'good.xeno', '--input', 'mixture.csv', '--out', './good.xeno'],
      'output-is-input',
      /good\.xeno/,
    ],
    [
      'an unknown output format',
      ['detect', '--model', 'good.xeno', '--input', 'mixture.csv', '--out', 'out.xlsx'],
      'output-unwritable',
      /out\.xlsx/,
    ],
    [
      'isotonic with a promise',
      ['threshold', '--nominal', 'scores.csv', '--mixture', 'scores.csv', ...easy, '--isotonic'],
      'bad-option',
      /--q alone/,
    ],
    [
      'scores with a gap',
      ['threshold', '--nominal', 'gap.csv', '--mixture', 'scores.csv', '--alpha', '0.5', '--q', '0.1'],
      'bad-scores',
      /gap\.csv, row 2/,
    ],
    [
      'scores that are words',
      ['threshold', '--nominal', 'words.csv', '--mixture', 'scores.csv', '--alpha', '0.5', '--q', '0.1'],
      'bad-row',
      /words\.csv/,
    ],
    [
      'no such column of scores',
      [
        'threshold',
        '--nominal',
        'scores.csv',
        '--mixture',
        'scores.csv',
        '--column',
        's',
        '--alpha',
        '0.5',
        '--q',
        '0.1',
      ],
      'missing-column',
      /"s"/,
    ],
    [
      'sizes and a budget',
      ['plan', '--alpha', '0.5', '--recall', '0.9', '--confidence', '0.9', '--nominal', '5', '--budget', '10'],
      'bad-option',
      /not both/,
    ],
    [
      'JSON and data on one stream',
      ['detect', '--model', 'good.xeno', '--input', 'mixture.csv', '--json'],
      'bad-option',
      /--out/,
    ],
    ['a dataset without a data directory', ['demo', '--dataset', 'landsat'], 'bad-option', /XENOLITH_DATA/],
    ['an unknown dataset', ['demo', '--dataset', 'iris', '--data', '.'], 'bad-option', /landsat/],
  ])('%s', (_, args, code, words) => {
    const before = readFileSync(path('nominal.csv'))
    const ran = xenolith(...args)
    // Notes on the data are printed when the work begins: they may come before the error that it ends with.
    const notes = code === 'no-out-of-bag' ? /^(note: [^\n]+\n)*/ : /^/
    expect(ran.stderr.replace(notes, '')).toMatch(/^xenolith: [^\n]+\n$/)
    expect(ran.stderr).toMatch(words)
    expect(ran.stderr).toContain(`[${code}]`)
    expect(ran.status).toBe(2)
    expect(ran.stdout).toBe('')
    expect(existsSync(path('out.xeno')) || existsSync(path('out.csv'))).toBe(false)
    expect(readFileSync(path('nominal.csv')).equals(before)).toBe(true)
  })
})

describe('a promise that the data cannot carry', () => {
  const args = [
    'fit',
    ...files,
    '--alpha',
    '0.1',
    '--recall',
    '0.95',
    '--confidence',
    '0.95',
    '--method',
    'theorem1',
    ...quick,
    '--out',
    'out.xeno',
  ]

  it('exits 3 with what they could carry and what it would take, and writes nothing', () => {
    const ran = xenolith(...args)
    expect(ran.status).toBe(3)
    expect(ran.stderr).toMatch(
      /(^|\n)xenolith: [^\n]+no recall can be promised[^\n]+; 403,942 nominal and 403,942 mixture rows would do \[not-certifiable\]\n$/,
    )
    expect(ran.stdout).toBe('')
    expect(existsSync(path('out.xeno'))).toBe(false)
  })

  it('prints a refusal without a threshold as JSON', () => {
    const refusal = JSON.parse(xenolith(...args, '--json').stdout)
    expect(refusal).toMatchObject({
      certified: false,
      // Theorem 1 itself needs 315,463; the rest is room for new samples to scatter.
      needed: { n0: 403942, nm: 403942 },
      attainable: { recall: null },
    })
    expect('tau' in refusal).toBe(false)
  })

  it('names the largest recall that could be promised, and that one can be', () => {
    const wide = (recall: string): string[] => [
      'threshold',
      '--nominal',
      'wide.csv',
      '--mixture',
      'wide.csv',
      '--alpha',
      '1',
      '--recall',
      recall,
      '--confidence',
      '0.9',
      '--method',
      'theorem1',
    ]
    write(path('wide.csv'), `score\n${Array.from({ length: 60 }, (_, i) => i).join('\n')}\n`)
    const refused = xenolith(...wide('0.95'), '--json')
    expect(refused.status).toBe(3)
    const { recall } = JSON.parse(refused.stdout).attainable
    expect(xenolith(...wide(String(recall))).status).toBe(0)
    expect(xenolith(...wide(String(recall + 0.0002))).status).toBe(3)
  })
})

describe('ordinary oddities have right answers', () => {
  const run = (text: string, ...more: string[]): ReturnType<typeof xenolith> => {
    writeFileSync(path('odd.csv'), text)
    return xenolith(
      'fit',
      '--nominal',
      'odd.csv',
      '--mixture',
      'odd.csv',
      ...estimate,
      ...quick,
      '--out',
      'odd.xeno',
      ...more,
    )
  }

  it('reads NaN and empty cells as missing values', () => {
    expect(run(spoil(spoil(nominal, 3, 0, 'NaN'), 9, 4, '')).status).toBe(0)
    const rows = xenolith('score', '--model', 'odd.xeno', '--input', 'odd.csv').stdout.trim().split('\n').slice(1)
    expect(rows.length).toBe(80)
    expect(rows.every((row) => Number.isFinite(Number(row.split(',')[1])))).toBe(true)
  })

  it('notes a constant column and goes on', () => {
    const ran = run(csv(data.nominal, { fixed: () => 7 }))
    expect(ran.status).toBe(0)
    expect(ran.stderr).toContain('"fixed"')
  })

  it('takes duplicate rows, categories and booleans', () => {
    const text = csv(data.nominal, { colour: (row) => (row % 3 ? 'red' : 'blue'), ok: (row) => String(row % 2 === 0) })
    expect(run(text + text.split('\n').slice(1).join('\n')).status).toBe(0)
    write(path('new.csv'), text.replace('blue', 'green'))
    const ran = xenolith('score', '--model', 'odd.xeno', '--input', 'new.csv')
    expect(ran.status, ran.stderr).toBe(0)
    expect(ran.stdout.trim().split('\n').length).toBe(81)
  })

  it('keeps markup and formulas inert in the report and the outputs', () => {
    const text = csv(data.nominal, {
      '"<img src=x onerror=alert(1)>"': (row) => row,
      name: (row) => (row % 2 ? '<b>bold</b>' : '=1+1'),
    })
    expect(run(text, '--id', 'name').status).toBe(0)
    xenolith('report', '--model', 'odd.xeno', '--out', 'odd.html')
    const html = readFileSync(path('odd.html'), 'utf8')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(html).not.toMatch(/<img|<b>bold/)
    const out = xenolith('score', '--model', 'odd.xeno', '--input', 'odd.csv').stdout
    expect(out).toContain("'=1+1,")
    expect(out).not.toMatch(/^=/m)
  })
})

describe('help', () => {
  it.each(['plan', 'fit', 'threshold', 'detect', 'score', 'inspect', 'report', 'demo', 'completion'])(
    '%s has examples',
    (command) => {
      const ran = xenolith(command, '--help')
      expect(ran.status).toBe(0)
      expect(ran.stdout).toContain('Examples:')
      expect(ran.stdout).toContain(`xenolith ${command}`)
    },
  )

  it.each(['bash', 'zsh', 'fish'])('completes every command and flag in %s', (shell) => {
    const script = xenolith('completion', shell).stdout
    for (const word of ['threshold', 'inspect', 'only-alarms', 'no-range-check']) expect(script).toContain(word)
  })

  it('explains every error code, and no other', () => {
    const page = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8')
    const explained = [...page.matchAll(/^\| `([a-z-]+)` \|/gm)].map((match) => match[1]).sort()
    expect(explained).toEqual(Object.keys(errorKinds).sort())
  })
})
