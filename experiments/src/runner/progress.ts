/** Says how far the work is and how long it will still take. */
export interface Progress {
  done(cost: number, label: string): void
  end(): void
}

const REDRAW_MS = 200
const LOG_EVERY_MS = 30_000

/** On a terminal one line that is redrawn; elsewhere a line now and then. */
export function createProgress(total: number, jobs: number, stream: NodeJS.WriteStream | undefined): Progress {
  const start = performance.now()
  let spent = 0
  let count = 0
  let shown = start
  const every = stream?.isTTY ? REDRAW_MS : LOG_EVERY_MS
  return {
    done(cost, label) {
      spent += cost
      count++
      const now = performance.now()
      if (stream === undefined || now - shown < every) return
      shown = now
      const left = ((now - start) / spent) * (total - spent)
      const text = `${count} of ${jobs} runs, ${Math.floor((100 * spent) / total)} %, ${inWords(left)} left (${label})`
      stream.write(stream.isTTY ? `\r${text}\x1b[K` : `${text}\n`)
    },
    end() {
      if (stream?.isTTY) stream.write('\r\x1b[K')
    },
  }
}

export function inWords(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  if (seconds < 100) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
