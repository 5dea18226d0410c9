import { styleText } from 'node:util'

/** What a command writes to and how: answers to stdout, words and progress to stderr. */
export interface Terminal {
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
  /** A running count, redrawn in place, on a terminal only; '' wipes it. */
  tally(text: string): void
  /** Emphasis, where stdout is a terminal that shows it. */
  bold(text: string): string
}

const BAR_WIDTH = 28
const QUIET_SPELL_MS = 500
const REDRAW_MS = 100

export function createTerminal(options: { quiet?: boolean }): Terminal {
  const { stdout, stderr } = process
  const quiet = options.quiet === true
  const styled = (format: 'bold' | 'yellow', text: string, stream: NodeJS.WriteStream): string =>
    stream.isTTY && stream.hasColors() && !process.env.NO_COLOR ? styleText(format, text) : text
  const say = (text: string): void => {
    if (!quiet) stderr.write(`${plain(text)}\n`)
  }
  return {
    answer: (text) => stdout.write(`${plain(text)}\n`),
    json: (value) => stdout.write(`${JSON.stringify(value, null, 2)}\n`),
    say,
    note: (text) => say(`${styled('yellow', 'note:', stderr)} ${text}`),
    progress: (label) => (quiet || !stderr.isTTY ? () => {} : progressBar(label, stderr)),
    tally: quiet || !stderr.isTTY ? () => {} : runningTally(stderr),
    bold: (text) => styled('bold', text, stdout),
  }
}

/** Text that can be searched for: no-break spaces are for pages. */
function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ')
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
    stream.write(`\r${label} ${bar} ${Math.floor((100 * done) / total)} %, ${left.toFixed(0)} s left\x1b[K`)
  }
}

function runningTally(stream: NodeJS.WriteStream): (text: string) => void {
  let drawn = performance.now() + QUIET_SPELL_MS - REDRAW_MS
  let shown = false
  return (text) => {
    if (text === '' ? !shown : performance.now() - drawn < REDRAW_MS) return
    drawn = performance.now()
    shown = text !== ''
    stream.write(`\r${text}\x1b[K`)
  }
}
