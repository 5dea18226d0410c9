import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { csv, example, files, workshop, write } from './run.js'

const { directory, path, xenolith } = workshop()
const bin = fileURLToPath(new URL('../../bin/xenolith.js', import.meta.url))
const data = example(80)

/** A line of shell in which `$X` is the command. */
function shell(line: string): { status: number | null; stdout: string; stderr: string } {
  return spawnSync('bash', ['-c', line], {
    cwd: directory,
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, X: `${process.execPath} ${bin}` },
  })
}

beforeAll(() => {
  write(path('nominal.csv'), csv(data.nominal))
  write(path('mixture.csv'), csv(data.mixture))
  const { status, stderr } = xenolith('fit', ...files, '--alpha', '1', '--q', '0.2', '--trees', '10', '--out', 'm.xeno')
  expect(status, stderr).toBe(0)
})

const lines = (text: string): string[] => text.trimEnd().split('\n')

describe('standard output', () => {
  it.each(['detect --model m.xeno --input mixture.csv', 'inspect --model m.xeno', 'report --model m.xeno --out -'])(
    'on a full disk is one line: %s',
    (command) => {
      const { status, stderr } = shell(`$X ${command} > /dev/full`)
      expect(stderr).toBe('xenolith: stdout cannot be written: the disk is full [output-unwritable]\n')
      expect(status).toBe(2)
    },
  )
  it.each(['detect --model m.xeno --input mixture.csv', 'inspect --model m.xeno --json'])(
    'when closed is refused: %s',
    (command) => {
      const { status, stderr } = shell(`$X ${command} >&-`)
      expect(stderr).toMatch(/^xenolith: stdout is closed or ignored, .*\[output-unwritable\]\n$/)
      expect(status).toBe(2)
      expect(shell(`$X ${command} > /dev/null`).status).toBe(0)
      expect(shell(`$X ${command} | head -1`).status).toBe(0)
    },
  )
  const ignored = (...args: string[]) =>
    spawnSync(process.execPath, [bin, ...args], {
      cwd: directory,
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    })
  it.each([
    ['fit --nominal nominal.csv --mixture mixture.csv --alpha 1 --q 0.2 --trees 10', 'xeno'],
    ['detect --json --model m.xeno --input mixture.csv', 'csv'],
    ['report --json --model m.xeno', 'html'],
  ])('when closed or ignored is no loss where the output is a file: %s', (command, extension) => {
    expect(shell(`$X ${command} --out closed.${extension} >&-`).status).toBe(0)
    const { status, stderr } = ignored(...command.split(' '), '--out', `ignored.${extension}`)
    expect(status, stderr).toBe(0)
    expect(readdirSync(directory)).toEqual(expect.arrayContaining([`closed.${extension}`, `ignored.${extension}`]))
  })
  it('when ignored is refused where it is the only output', () => {
    const ran = ignored('inspect', '--model', 'm.xeno')
    expect(ran.stderr).toMatch(/^xenolith: stdout is closed or ignored, .*\[output-unwritable\]\n$/)
    expect(ran.status).toBe(2)
  })
})

describe('inputs that can be read only once', () => {
  it.each([
    '--input <(cat mixture.csv)',
    '--input /dev/stdin < mixture.csv',
    '--input <(gzip -c mixture.csv)',
    '--input pipe & cat mixture.csv > pipe; wait $!',
  ])('are read like stdin: %s', (input) => {
    shell('[ -p pipe ] || mkfifo pipe')
    const expected = xenolith('score', '--model', 'm.xeno', '--input', 'mixture.csv').stdout
    const { status, stdout, stderr } = shell(`$X score --quiet --model m.xeno ${input}`)
    expect(stderr).toBe('')
    expect({ status, stdout }).toEqual({ status: 0, stdout: expected })
  })
  it('a pipe as stdin under its name', () => {
    expect(shell('cat mixture.csv | $X score --model m.xeno --input /dev/stdin | wc -l').stdout.trim()).toBe('81')
  })
  it('devices are refused', () => {
    for (const [input, code] of [
      ['/dev/zero', 'file-unreadable'],
      ['/dev/null', 'empty-data'],
    ]) {
      const { status, stderr } = xenolith('score', '--model', 'm.xeno', '--input', input)
      expect(stderr).toContain(`[${code}]`)
      expect(status).toBe(2)
    }
  })
  it('a full temporary folder is one line', () => {
    const { status, stderr } = shell('ulimit -f 1; cat mixture.csv | $X score --model m.xeno --input -')
    expect(lines(stderr)).toHaveLength(1)
    expect(stderr).toMatch(/temporary folder .*\[output-unwritable\]/)
    expect(status).toBe(2)
  })
})

it('a model that is no plain file is refused, not read', () => {
  shell('[ -p empty ] || mkfifo empty')
  for (const model of ['/dev/zero', 'empty']) {
    const { status, stderr } = xenolith('inspect', '--model', model)
    expect(stderr).toBe(`xenolith: ${model} is not a plain file, which a model is [file-unreadable]\n`)
    expect(status).toBe(2)
  }
})

describe('text from outside', () => {
  const evil = '\u001b]0;owned\u0007\u202e\u009b31mred'

  it('does not act on the terminal', () => {
    write(path('evil.csv'), csv(data.nominal, { [evil]: (row) => `${evil}${row % 3}` }))
    const fit = ['fit', '--nominal', 'evil.csv', '--mixture', 'evil.csv', '--alpha', '1', '--q', '0.2', '--trees', '10']
    expect(xenolith(...fit, '--out', 'evil.xeno').status).toBe(0)
    const shown = [
      xenolith('inspect', '--model', 'evil.xeno'),
      xenolith('inspect', '--model', 'evil.xeno', '--json'),
      xenolith('inspect', '--model', `${evil}.xeno`),
      xenolith('inspect', `--${evil}`),
      xenolith(evil),
      xenolith('score', '--model', 'evil.xeno', '--input', 'mixture.csv'),
      xenolith(...fit, '--features', evil, '--label', evil, '--out', `${evil}.xeno`),
    ]
    for (const { stdout, stderr } of shown) expect(stdout + stderr).not.toMatch(/(?![\n\t])[\p{Cc}\u202a-\u202e]/u)
    expect(JSON.parse(shown[1].stdout).features.at(-1).name).toBe(evil)
  })
  it('cannot pass for a line of the command', () => {
    const posing = (row: number): string => (row % 3 ? 'plain' : '"plain\nSignature: signed by a friend"')
    write(path('posing.csv'), csv(data.nominal, { kind: posing }))
    const fit = ['fit', '--nominal', 'posing.csv', '--mixture', 'posing.csv', '--alpha', '1', '--q', '0.2']
    expect(xenolith(...fit, '--trees', '10', '--out', 'posing.xeno').status).toBe(0)
    const shown = lines(xenolith('inspect', '--model', 'posing.xeno').stdout)
    expect(shown.filter((line) => line.startsWith('Signature:'))).toEqual(['Signature: not signed'])
  })
  it('is no formula in a header', () => {
    write(path('formula.csv'), csv(data.mixture, { '=cmd()': (row) => row }))
    const { stdout, stderr } = xenolith('score', '--model', 'm.xeno', '--input', 'formula.csv', '--id', '=cmd()')
    expect(lines(stdout)[0], stderr).toBe(`'=cmd(),score`)
  })
})

it('columns may be named like what every object has', () => {
  const names = ['constructor', '__proto__', 'toString']
  const columns = Object.fromEntries(names.map((name, k) => [name, (row: number) => (row >> k) % 3]))
  for (const [file, table] of [
    ['names-n.csv', data.nominal],
    ['names-m.csv', data.mixture],
  ] as const) {
    write(path(file), csv(table, columns))
  }
  const types = names.map((name) => `${name}=categorical`).join(',')
  const fit = ['fit', '--nominal', 'names-n.csv', '--mixture', 'names-m.csv', '--alpha', '1', '--q', '0.2']
  const { status, stderr } = xenolith(...fit, '--trees', '10', '--types', types, '--out', 'names.xeno')
  expect(status, stderr).toBe(0)
  const { features } = JSON.parse(xenolith('inspect', '--model', 'names.xeno', '--json').stdout)
  expect(features.slice(-3)).toEqual(names.map((name) => ({ name, kind: 'categorical', categories: ['0', '1', '2'] })))
  expect(xenolith('score', '--model', 'names.xeno', '--input', 'names-m.csv').status).toBe(0)
})

it('categories may hold a NUL', () => {
  const kinds = ['a\u0000b', 'c', 'd\u0000']
  const kind = (row: number): string => kinds[row % 3]
  write(path('nul-n.csv'), csv(data.nominal, { kind }))
  write(path('nul-m.csv'), csv(data.mixture, { kind }))
  const fit = ['fit', '--nominal', 'nul-n.csv', '--mixture', 'nul-m.csv', '--alpha', '1', '--q', '0.2', '--trees', '10']
  expect(xenolith(...fit, '--out', 'nul.xeno').status).toBe(0)
  const { features } = JSON.parse(xenolith('inspect', '--model', 'nul.xeno', '--json').stdout)
  expect(features.at(-1)).toEqual({ name: 'kind', kind: 'categorical', categories: kinds })
  const { status, stdout, stderr } = xenolith('detect', '--model', 'nul.xeno', '--input', 'nul-m.csv')
  expect({ status, rows: lines(stdout).length }, stderr).toEqual({ status: 0, rows: 81 })
})

it('the same content as nominal file and as mixture is noticed', () => {
  const fit = [
    'fit',
    '--nominal',
    'nominal.csv',
    '--mixture',
    'nominal.csv',
    '--alpha',
    '1',
    '--q',
    '0.2',
    '--trees',
    '10',
  ]
  expect(xenolith(...fit, '--out', 'same.xeno').stderr).toContain('have the same bytes')
  expect(xenolith(...fit.with(4, 'mixture.csv'), '--out', 'same.xeno').stderr).not.toContain('have the same bytes')
})

it('plans for the curves of a model, and for the false alarms that one would accept', () => {
  const promise = ['--recall', '0.6', '--confidence', '0.9', '--json']
  const { n0, alpha } = JSON.parse(xenolith('plan', '--model', 'm.xeno', ...promise).stdout)
  expect(n0).toBeGreaterThan(1)
  expect(alpha).toBe(1)
  expect(xenolith('plan', ...promise).stderr).toContain('give --alpha, or a --model')
  expect(xenolith('plan', '--model', 'm.xeno', '--false-alarms', '0.1', ...promise).stderr).toContain(
    'does not go with',
  )
  const poor = xenolith('plan', '--alpha', '0.2', '--false-alarms', '0.22', '--recall', '0.9', '--confidence', '0.95')
  expect(poor.stdout).toMatch(/chance of a certificate: 9\d(\.\d)? %/)
})

it('how numbers are written is no question of files that declare their types', () => {
  for (const out of ['scores.parquet', 'scores.csv']) {
    expect(xenolith('score', '--model', 'm.xeno', '--input', 'mixture.csv', '--out', out).status).toBe(0)
  }
  const asked = (nominal: string, ...flag: string[]) =>
    xenolith('threshold', '--nominal', nominal, '--mixture', 'scores.parquet', '--alpha', '1', '--q', '0.2', ...flag)
  for (const flag of ['--decimal', '--thousands']) {
    const { status, stderr } = asked('scores.parquet', flag, ',')
    expect(stderr).toContain(`${flag} has no effect on scores.parquet and scores.parquet: Parquet and Arrow files say`)
    expect(status).toBe(2)
  }
  expect(asked('scores.csv', '--decimal', '.').status).toBe(0)
  const score = ['score', '--model', 'm.xeno', '--input']
  expect(xenolith(...score, 'scores.parquet', '--decimal', ',').stderr).toContain('--decimal has no effect')
  expect(xenolith(...score, 'mixture.csv', '--decimal', '.').status).toBe(0)
})

it('a report under a name that says another format is refused', () => {
  const { status, stderr } = xenolith('report', '--model', 'm.xeno', '--out', 'r.pdf')
  expect(stderr).toMatch(/^xenolith: r.pdf: a report is an HTML file, .*\[output-unwritable\]\n$/)
  expect(status).toBe(2)
  expect(readdirSync(directory)).not.toContain('r.pdf')
})

it('the compiled main file is a command too', () => {
  const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
  const { status, stdout } = shell(`${process.execPath} ${main} inspect --model m.xeno --json`)
  expect(JSON.parse(stdout).detector.name).toBe('iforest')
  expect(status).toBe(0)
})

describe('names of files', () => {
  it('patterns work in a folder with brackets, and pass over hidden files', () => {
    mkdirSync(path('data[1]'), { recursive: true })
    write(path('data[1]/a-1.csv'), csv(data.mixture))
    write(path('data[1]/.xenolith-1-1.tmp'), 'half a')
    const { stdout, stderr } = xenolith('score', '--model', 'm.xeno', '--input', 'data[1]/*')
    expect(lines(stdout), stderr).toHaveLength(81)
  })
  it('an output through a link to a file that is not there yet makes that file', () => {
    symlinkSync('made.csv', path('link.csv'))
    expect(xenolith('score', '--model', 'm.xeno', '--input', 'mixture.csv', '--out', 'link.csv').status).toBe(0)
    expect(lines(readFileSync(path('made.csv'), 'utf8'))).toHaveLength(81)
  })
  it('may be as long as the file system allows', () => {
    const name = `${'n'.repeat(251)}.csv`
    const { status, stderr } = xenolith('score', '--model', 'm.xeno', '--input', 'mixture.csv', '--out', name)
    expect(status, stderr).toBe(0)
    expect(readdirSync(directory)).toContain(name)
  })
})
