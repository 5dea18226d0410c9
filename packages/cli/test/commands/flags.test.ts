import { existsSync, readFileSync, rmSync } from 'node:fs'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { createProgram } from '../../src/program.js'
import { csv, example, type Ran, workshop, write } from './run.js'

/*
 * A flag either changes what comes out or is refused: one that is taken and ignored lets people believe in something that did not happen. Every flag of every command that is quick to run
 * is added to several calls of it; a new flag is tried with a value that is guessed, and a new command that is not listed here fails.
 */
const { xenolith, path } = workshop()
const { nominal, mixture, incoming } = example(140)
const more = {
  id: (row: number) => `r${row}`,
  kind: (row: number) => (row % 2 ? 'a' : 'b'),
  flag: (row: number) => (row % 97 === 5 ? 1 : 0),
  colour: (row: number) => ['red', 'green', 'blue'][row % 3],
}
write(path('nominal.csv'), csv(nominal, more))
write(path('mixture.csv'), csv(mixture, more))
const { id: _, ...plain } = more
write(path('plain.csv'), csv(nominal, plain))
write(path('plain-mixture.csv'), csv(mixture, plain))
write(path('incoming.csv'), csv(incoming, more))
const scores = (lift: number): string => {
  const lines = Array.from({ length: 160 }, (_, i) => `${(((i * 37) % 160) + (i % 2 ? lift : 0)) / 7},r${i}`)
  return `score,id\n${lines.join('\n')}\n`
}
write(path('s0.csv'), scores(0))
write(path('sm.csv'), scores(200))
const verdicts = Array.from({ length: 120 }, (_, i) => `${i + 1},${i % 2 ? 'alien' : 'nominal'}`)
write(path('labels.csv'), `row,verdict\n${verdicts.join('\n')}\n`)
xenolith('keygen', '--out', 'key')

const FEATURES = [...nominal.columns.map(({ name }) => name), 'flag', 'colour'].join(',')
const rows = ['--nominal', 'nominal.csv', '--mixture', 'mixture.csv']
const plainRows = ['--nominal', 'plain.csv', '--mixture', 'plain-mixture.csv']
const ofScores = ['--nominal', 's0.csv', '--mixture', 'sm.csv']
const easy = ['--alpha', '0.5', '--recall', '0.6', '--confidence', '0.8']
const quick = ['--features', FEATURES, '--trees', '20', '--subsample', '64']
const plan = ['plan', '--recall', '0.9', '--confidence', '0.95', '--alpha', '0.3']

interface Call {
  readonly args: readonly string[]
  /** The file that it writes. */
  readonly out?: string
  /** Flags that would speak in this call if the data gave them cause. */
  readonly silent?: readonly string[]
}

/** Calls that succeed. */
const calls: Record<string, readonly Call[]> = {
  plan: [
    { args: [...plan, '--method', 'exact', '--nominal', '400'] },
    ...['dkw', 'theorem1'].flatMap((method) => [
      { args: [...plan, '--method', method] },
      { args: [...plan, '--method', method, '--nominal', '900'] },
      { args: [...plan, '--method', method, '--budget', '2000'] },
    ]),
  ],
  fit: [
    { args: ['fit', ...rows, ...easy, ...quick, '--out', 'm.xeno'], out: 'm.xeno' },
    {
      args: ['fit', ...ofScores, ...easy, '--detector', 'given', '--features', 'score', '--out', 'm.xeno'],
      out: 'm.xeno',
    },
    { args: ['fit', ...rows, '--alpha', '0.5', '--q', '0.1', ...quick, '--out', 'm.xeno'], out: 'm.xeno' },
  ],
  threshold: [
    { args: ['threshold', ...ofScores, ...easy], silent: ['--id'] },
    { args: ['threshold', ...ofScores, ...easy, '--method', 'dkw'] },
    { args: ['threshold', ...ofScores, '--alpha', '0.5', '--q', '0.1'], silent: ['--isotonic'] },
  ],
  alpha: [
    { args: ['alpha', ...ofScores, '--column', 'score', '--estimators', 'storey', '--bootstrap', '5'] },
    {
      args: ['alpha', ...plainRows, '--trees', '20', '--estimators', 'storey', '--bootstrap', '0'],
      silent: ['--no-rare-values'],
    },
  ],
  detect: [
    {
      args: ['detect', '--model', 'model.xeno', '--input', 'incoming.csv', '--out', 'o.csv'],
      out: 'o.csv',
      silent: ['--fail-on-void'],
    },
  ],
  score: [{ args: ['score', '--model', 'model.xeno', '--input', 'incoming.csv', '--out', 'o.csv'], out: 'o.csv' }],
  'audit sample': [
    { args: ['audit', 'sample', '--mixture', 'mixture.csv', '--size', '20', '--out', 'a.csv'], out: 'a.csv' },
  ],
  inspect: [{ args: ['inspect', '--model', 'model.xeno'] }],
  report: [{ args: ['report', '--model', 'model.xeno', '--out', 'r.html'], out: 'r.html' }],
  verify: [{ args: ['verify', '--model', 'model.xeno', ...rows] }],
  keygen: [{ args: ['keygen', '--out', 'other'], out: 'other.pub' }],
}

/** Commands that serve, train for long or have nothing but a folder to look in; their own tests try their flags. */
const elsewhere = ['serve', 'history verify', 'demo', 'reproduce', 'datasets', 'doctor', 'completion', 'help']

/** Something for each flag that is not what it is without. */
const given: Record<string, readonly string[]> = {
  '--alpha': ['0.4'],
  '--recall': ['0.5'],
  '--confidence': ['0.7'],
  '--method': ['dkw'],
  '--nominal': ['incoming.csv'],
  '--mixture': ['incoming.csv'],
  '--budget': ['3000'],
  '--mixture-cost': ['0.2'],
  '--power': ['0.6'],
  '--false-alarms': ['0.15'],
  '--model': ['model.xeno'],
  '--q': ['0.05'],
  '--json': [],
  '--quiet': [],
  '--out': ['elsewhere.xeno'],
  '--aliens-at-most': ['100'],
  '--alpha-of-file': ['0.4'],
  '--separation': ['0.5'],
  '--rho': ['0.1'],
  '--audit': ['labels.csv'],
  '--pilot': ['0.3'],
  '--looks': ['2'],
  '--train-rows': ['80'],
  '--keep-rows': ['5'],
  '--group': ['2'],
  '--sign': ['key'],
  '--scores': ['other'],
  '--detector': ['loda'],
  '--trees': ['25'],
  '--subsample': ['50'],
  '--no-range-check': [],
  '--no-rare-values': [],
  '--projections': ['30'],
  '--neighbours': ['3'],
  '--scaling': ['none'],
  '--reference-rows': ['50'],
  '--components': ['2'],
  '--members': ['knn'],
  '--contrast-trees': ['20'],
  '--stack': [],
  '--input': ['incoming.csv'],
  '--rule': ['energy'],
  '--decimal': [','],
  '--thousands': [','],
  '--features': ['x3'],
  '--ignore': ['x3'],
  '--types': ['x1=categorical'],
  '--label': ['kind'],
  '--per-class': [],
  '--id': ['kind'],
  '--holdout': ['0.4'],
  '--seed': ['7'],
  '--column': ['x1'],
  '--isotonic': [],
  '--only-alarms': [],
  '--explain': ['2'],
  '--p-values': [],
  '--fdr': ['0.2'],
  '--fail-on-alarm': [],
  '--fail-on-void': [],
  '--quantile': ['0.4'],
  '--t0': ['10'],
  '--estimators': ['bbe'],
  '--bootstrap': ['7'],
  '--plot': ['p.svg'],
  '--size': ['25'],
  '--label-studio': [],
  '--trust': ['key.pub'],
}

/** Flags that may leave an answer as it is: they are about speed, or say how numbers are written that these files do not have. */
const mayBeIdle = new Set(['--workers', '--engine', '--quiet', '--json', '--thousands'])

/** A value for a flag that is not in the list. */
function guess(command: Command, flag: string): readonly string[] {
  const option = command.options.find(({ long }) => long === flag)!
  if (!option.required && !option.optional) return []
  return [option.argChoices?.find((choice) => choice !== option.defaultValue) ?? '3']
}

function outcome(ran: Ran, out?: string): string {
  const file = out !== undefined && existsSync(path(out)) ? readFileSync(path(out)).toString('base64') : ''
  const times = /\d+(\.\d+)? m?s\b/g
  return JSON.stringify([ran.status, ran.stdout.replace(times, ''), ran.stderr.replace(times, ''), file])
}

function run(args: readonly string[], out?: string): Ran & { readonly whole: string } {
  if (out !== undefined) for (const name of [out, 'other']) rmSync(path(name), { force: true })
  const ran = xenolith(...args)
  return { ...ran, whole: outcome(ran, out) }
}

const program = createProgram()
const commands = program.commands.flatMap((command) =>
  command.commands.length > 0
    ? command.commands.map((sub) => ({ name: `${command.name()} ${sub.name()}`, command: sub }))
    : [{ name: command.name(), command }],
)

it('every command is walked, here or in tests of its own', () => {
  expect(commands.map(({ name }) => name).sort()).toEqual([...Object.keys(calls), ...elsewhere].sort())
})

describe.each(Object.keys(calls))('every flag of %s changes something or is refused', (name) => {
  const { command } = commands.find((one) => one.name === name)!
  const flags = command.options.map(({ long }) => long!).filter((flag) => !mayBeIdle.has(flag))
  it.each(calls[name])('$args', ({ args, out, silent = [] }) => {
    if (!existsSync(path('model.xeno'))) run(['fit', ...rows, ...easy, ...quick, '--out', 'model.xeno'])
    const before = run(args, out)
    expect(before.stderr).not.toMatch(/\[[a-z-]+\]\n$/)
    const ignored: string[] = []
    for (const flag of flags) {
      if (args.includes(flag) || silent.includes(flag)) continue
      const after = run([...args, flag, ...(given[flag] ?? guess(command, flag))], out)
      if (after.status !== 2 && after.whole === before.whole) ignored.push(flag)
    }
    expect(ignored.join(' ')).toBe('')
  })
})
