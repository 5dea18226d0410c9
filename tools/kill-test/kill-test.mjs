// The command is killed at random moments while it writes. A file under its final name is then the old one, whole, or
// the new one, whole; a signal that lets the command clean up leaves nothing else behind.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { substream } from '@xenolith/core'

const bin = fileURLToPath(new URL('../../packages/cli/bin/xenolith.js', import.meta.url))
/** As `> /dev/null` of a shell; Node's own 'ignore' looks like a stdout that was closed. */
const nowhere = openSync(devNull, 'w')
const OLD = 'the old output, which must stay whole\n'
const SIGNALS = ['SIGKILL', 'SIGTERM', 'SIGKILL', 'SIGINT', 'SIGHUP']

function rowsText(rows, seed, shifted) {
  const random = substream(seed, 'kill test')
  const lines = Array.from({ length: rows }, (_, i) =>
    ['a', 'b', 'c'].map(() => (random.normal() + (i < shifted * rows ? 4 : 0)).toFixed(6)).join(','),
  )
  return `a,b,c\n${lines.join('\n')}\n`
}

/** Every command that writes a file. */
const jobs = {
  fit: {
    out: 'new.xeno',
    args: ['fit', '--nominal', 'nominal.csv', '--mixture', 'mixture.csv', '--alpha', '0.4', '--q', '0.1'],
  },
  'detect to CSV': { out: 'alarms.csv', args: ['detect', '--model', 'model.xeno', '--input', 'input.csv'] },
  'detect to NDJSON': { out: 'alarms.ndjson', args: ['detect', '--model', 'model.xeno', '--input', 'input.csv'] },
  'detect to Parquet': { out: 'alarms.parquet', args: ['detect', '--model', 'model.xeno', '--input', 'input.csv'] },
  report: { out: 'report.html', args: ['report', '--model', 'model.xeno'] },
}

/** Runs the command in `folder` with its temporary files beside; `signal` is sent after `delay` ms. */
function run(folder, args, delay, signal, command = bin) {
  return new Promise((resolve) => {
    const start = performance.now()
    // Reports bear the day; the kill test compares bytes.
    const env = { ...process.env, SOURCE_DATE_EPOCH: '0', TMPDIR: join(folder, 'tmp') }
    const child = spawn(process.execPath, [command, ...args], { cwd: folder, env, stdio: ['ignore', nowhere, 'pipe'] })
    let words = ''
    child.stderr.on('data', (text) => (words += text))
    const timer = delay === undefined ? undefined : setTimeout(() => child.kill(signal), delay)
    child.on('close', (status) => {
      clearTimeout(timer)
      resolve({ status, words, ms: performance.now() - start })
    })
  })
}

/** `kills` kills, the jobs in turn. `command` can be replaced, so that a test can break it. */
export async function killTest({ kills, seed, rows = 60_000, command = bin, onKill = () => {} }) {
  const folder = mkdtempSync(join(tmpdir(), 'xenolith-kill-'))
  const failures = []
  const counts = { kills: 0, before: 0, after: 0, leftovers: 0 }
  try {
    mkdirSync(join(folder, 'tmp'))
    writeFileSync(join(folder, 'nominal.csv'), rowsText(2000, 1, 0))
    writeFileSync(join(folder, 'mixture.csv'), rowsText(2000, 2, 0.3))
    writeFileSync(join(folder, 'input.csv'), rowsText(rows, 3, 0.1))
    const first = await run(folder, [...jobs.fit.args, '--trees', '100', '--out', 'model.xeno'])
    if (first.status !== 0) throw new Error(`the first fit failed: ${first.words}`)
    const whole = await wholeOutputs(folder, command)
    const inputs = new Set(readdirSync(folder))
    const random = substream(seed, 'kills')
    for (let k = 0; k < kills; k++) {
      const name = Object.keys(whole)[k % Object.keys(whole).length]
      const { ms, bytes } = whole[name]
      const { args, out } = jobs[name]
      const signal = SIGNALS[Math.floor(k / Object.keys(whole).length) % SIGNALS.length]
      const output = join(folder, out)
      const hadOld = random.below(2) === 0
      if (hadOld) writeFileSync(output, OLD)
      // Output is written towards the end: half of the kills fall there.
      const delay = ms * (random.below(2) === 0 ? random.float() : 0.6 + 0.5 * random.float())
      const { status, words } = await run(folder, [...args, '--out', out], delay, signal, command)
      const found = existsSync(output) ? readFileSync(output) : undefined
      const where = `kill ${k}, ${name}, ${signal} after ${Math.round(delay)} ms`
      const isOld = hadOld ? found?.equals(Buffer.from(OLD)) : found === undefined
      if (!isOld && !found?.equals(bytes)) failures.push(`${where}: the output is neither the old one nor the new one`)
      if (status === 0 && isOld) failures.push(`${where}: done, but the output is not there: ${words}`)
      const left = leftBehind(folder, inputs, out)
      if (signal !== 'SIGKILL' && left.length > 0) failures.push(`${where}: left behind ${left.join(', ')}`)
      if (left.some((path) => !/(^|\/)(\.xenolith|xenolith)-/.test(path)))
        failures.push(`${where}: left behind ${left.join(', ')}`)
      counts.leftovers += left.length
      for (const path of [...left, out]) rmSync(join(folder, path), { recursive: true, force: true })
      counts.kills++
      if (isOld) counts.before++
      else counts.after++
      onKill(counts)
    }
    return { ...counts, failures }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What each job writes when nobody disturbs it, and how long it takes. The second run must write the same bytes. */
async function wholeOutputs(folder, command) {
  const whole = {}
  for (const [name, { args, out }] of Object.entries(jobs)) {
    const runs = []
    for (let times = 0; times < 2; times++) {
      const { status, words, ms } = await run(folder, [...args, '--out', out], undefined, undefined, command)
      if (status !== 0) throw new Error(`${name} failed undisturbed: ${words}`)
      runs.push({ ms, bytes: readFileSync(join(folder, out)) })
      rmSync(join(folder, out))
    }
    if (!runs[0].bytes.equals(runs[1].bytes)) throw new Error(`${name} writes other bytes each time`)
    whole[name] = { ms: Math.min(runs[0].ms, runs[1].ms), bytes: runs[0].bytes }
  }
  return whole
}

function leftBehind(folder, inputs, out) {
  const here = readdirSync(folder).filter((name) => !inputs.has(name) && name !== out)
  return [...here, ...readdirSync(join(folder, 'tmp')).map((name) => `tmp/${name}`)]
}

export function killLines({ kills, before, after, leftovers, failures }) {
  return [
    `${kills} kills while fit, detect (CSV, NDJSON, Parquet) and report ran: ${failures.length} failures`,
    `  ${before} left things as they were, ${after} came after the new file was whole`,
    `  ${leftovers} temporary files left by kills that nothing can clean up after`,
    ...failures.map((failure) => `FAILURE: ${failure}`),
  ]
}
