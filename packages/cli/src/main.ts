import { XenolithError } from '@xenolith/core'
import { CommanderError } from 'commander'
import { checkFlags, createProgram } from './program.js'

const EXIT = { done: 0, internal: 1, usage: 2, refused: 3 } as const

/** Runs one command line and returns the exit status: the one place that turns errors into words and numbers. */
export async function main(args: readonly string[]): Promise<number> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.done)
    throw error
  })
  try {
    const program = createProgram()
    checkFlags(program, args)
    await program.parseAsync(args, { from: 'user' })
    return EXIT.done
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
    if (error instanceof XenolithError) {
      complain(`${error.message} [${error.code}]`)
      return EXIT[error.kind]
    }
    complain(`internal error: ${error instanceof Error ? error.message : String(error)}`)
    if (process.env.XENOLITH_DEBUG && error instanceof Error) console.error(error.stack)
    return EXIT.internal
  }
}

function complain(message: string): void {
  process.stderr.write(`xenolith: ${message.replace(/\s+/g, ' ')}\n`)
}
