import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { XenolithError } from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import { writeError } from '@xenolith/files'
import { CommanderError } from 'commander'
import { withConfig } from './config.js'
import { FailOn } from './fail-on.js'
import { printable } from './printable.js'
import { checkFlags, createProgram, optionsOf } from './program.js'

const EXIT = { done: 0, internal: 1, usage: 2, refused: 3, alarm: 4, void: 5 } as const

/** Runs one command line and returns the exit status: the one place that turns errors into words and numbers. */
export async function main(line: readonly string[]): Promise<number> {
  process.stdout.on('error', leaveStdout)
  // Where stderr cannot be written either, the exit status must do.
  process.stderr.on('error', () => {})
  try {
    const program = createProgram()
    const args = withConfig(line, (words) => optionsOf(program, words))
    checkFlags(program, args)
    await program.parseAsync(args, { from: 'user' })
    return EXIT.done
  } catch (error) {
    return statusOf(error)
  }
}

/** A reader that has seen enough is no error; a full disk is. */
function leaveStdout(error: NodeJS.ErrnoException): void {
  process.exit(error.code === 'EPIPE' ? EXIT.done : statusOf(writeError(error, 'stdout')))
}

/** Says what went wrong, in one line. */
function statusOf(error: unknown): number {
  if (error instanceof FailOn) return EXIT[error.finding]
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
  if (error instanceof XenolithError) {
    complain(`${error.message} [${error.code}]`)
    return EXIT[error.kind]
  }
  if (internals.isOutOfMemory(error)) {
    complain('there is not enough memory for this; give fewer rows, trees or workers, or more memory [out-of-memory]')
    return EXIT.usage
  }
  complain(`internal error: ${error instanceof Error ? error.message : String(error)}`)
  if (process.env.XENOLITH_DEBUG && error instanceof Error) console.error(error.stack)
  return EXIT.internal
}

function complain(message: string): void {
  process.stderr.write(`xenolith: ${printable(message).replace(/\s+/g, ' ')}\n`)
}

/** Whether Node was started with this very file, rather than with bin/xenolith.js. */
function isStarted(): boolean {
  try {
    return realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
  } catch {
    return false // started with no file at all
  }
}

if (isStarted()) process.exitCode = await main(process.argv.slice(2))
