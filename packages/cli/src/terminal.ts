import { styleText } from 'node:util'
import { refuseClosedStdout } from '@xenolith/files'
import type { Listener } from '@xenolith/study'
import { oneLine, printable, printableJson } from './printable.js'

/** What a command writes to and how: answers to stdout, words and progress to stderr. */
export interface Terminal extends Listener {
  /** An answer, on stdout. */
  answer(text: string): void
  /** One JSON object, on stdout. */
  json(value: unknown): void
  /** Words for the person, on stderr; silent with --quiet. */
  say(text: string): void
  /** As `say`, for what deserves attention. */
  note(text: string): void
  /** A progress bar for work of some length, on a terminal only. */
  progress(label: string): (done: number, total: number) => void
  /** The flag that gives an option. */
  nameOf(option: string): string
  /** A running count, redrawn in place, on a terminal only; '' wipes it. */
  tally(text: string): void
  /** Emphasis, where stdout is a terminal that shows it. */
  bold(text: string): string
}

/** Emphasis on its way to `answer`, in characters that no text of ours uses. */
const [BOLD, PLAIN] = ['\ue000', '\ue001']
const BAR_WIDTH = 28
const QUIET_SPELL_MS = 500
const REDRAW_MS = 100

export function createTerminal(options: { readonly quiet?: boolean; readonly out?: string }): Terminal {
  const { stdout, stderr } = process
  const quiet = options.quiet === true
  const styled = (format: 'bold' | 'yellow', text: string, stream: NodeJS.WriteStream): string =>
    stream.isTTY && stream.hasColors() && !process.env.NO_COLOR ? styleText(format, text) : text
  // What matters may be in a file by now: words about it that nobody reads are no loss.
  const elsewhere = options.out !== undefined && options.out !== '-'
  const toStdout = (text: string): void => {
    if (!elsewhere) refuseClosedStdout()
    stdout.write(text)
  }
  const bolder = (text: string): string =>
    text.replace(/\ue000([^\ue001]*)\ue001/g, (_, words: string) => styled('bold', words, stdout))
  const say = (text: string): void => {
    if (!quiet) stderr.write(`${printable(text)}\n`)
  }
  return {
    answer: (text) => toStdout(`${bolder(printable(text))}\n`),
    json: (value) => toStdout(`${printableJson(value)}\n`),
    say,
    note: (text) => {
      if (!quiet) stderr.write(`${styled('yellow', 'note:', stderr)} ${oneLine(text)}\n`)
    },
    progress: (label) => (quiet || !stderr.isTTY ? () => {} : progressBar(label, stderr)),
    nameOf: (option) => `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    tally: quiet || !stderr.isTTY ? () => {} : runningTally(stderr),
    bold: (text) => `${BOLD}${text}${PLAIN}`,
  }
}

/** Appears only once the work has taken a while, and leaves no trace when it is done. */
function progressBar(label: string, stream: NodeJS.WriteStream): (done: number, total: number) => void {
  const start = performance.now()
  let drawn = 0
  return (done, total) => {
    const now = performance.now()
    if (done >= total) {
      if (drawn > 0) stream.write('\r\x1b[K')
      drawn = 0
      return
    }
    if (now - start < QUIET_SPELL_MS || now - drawn < REDRAW_MS) return
    drawn = now
    const filled = Math.round((BAR_WIDTH * done) / total)
    const left = (((now - start) / done) * (total - done)) / 1000
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled)
    stream.write(`\r${printable(label)} ${bar} ${Math.floor((100 * done) / total)} %, ${left.toFixed(0)} s left\x1b[K`)
  }
}

function runningTally(stream: NodeJS.WriteStream): (text: string) => void {
  let drawn = performance.now() + QUIET_SPELL_MS - REDRAW_MS
  let shown = false
  return (text) => {
    if (text === '' ? !shown : performance.now() - drawn < REDRAW_MS) return
    drawn = performance.now()
    shown = text !== ''
    stream.write(`\r${printable(text)}\x1b[K`)
  }
}
