import { XenolithError } from '@xenolith/core'
import { nearest } from '@xenolith/files'
import { Command, type Option } from 'commander'
import { alphaCommand } from './commands/alpha.js'
import { auditCommand } from './commands/audit.js'
import { completionCommand } from './commands/completion.js'
import { datasetsCommand } from './commands/datasets.js'
import { demoCommand } from './commands/demo.js'
import { detectCommand, scoreCommand } from './commands/detect.js'
import { doctorCommand } from './commands/doctor.js'
import { fitCommand } from './commands/fit.js'
import { helpCommand } from './commands/help.js'
import { historyCommand } from './commands/history.js'
import { inspectCommand } from './commands/inspect.js'
import { keygenCommand } from './commands/keygen.js'
import { planCommand } from './commands/plan.js'
import { reportCommand } from './commands/report.js'
import { reproduceCommand } from './commands/reproduce.js'
import { serveCommand } from './commands/serve.js'
import { thresholdCommand } from './commands/threshold.js'
import { verifyCommand } from './commands/verify.js'
import { printable } from './printable.js'
import { version } from './version.js'

/** The whole command line. */
export function createProgram(): Command {
  const program = new Command('xenolith')
    .description('Finds the aliens in data, and promises how many it finds.')
    .version(version)
    .addHelpText('after', EXAMPLES)
  program.addCommand(planCommand())
  program.addCommand(fitCommand())
  program.addCommand(thresholdCommand())
  program.addCommand(detectCommand())
  program.addCommand(scoreCommand())
  program.addCommand(alphaCommand())
  program.addCommand(auditCommand())
  program.addCommand(inspectCommand())
  program.addCommand(reportCommand())
  program.addCommand(serveCommand())
  program.addCommand(historyCommand())
  program.addCommand(verifyCommand())
  program.addCommand(keygenCommand())
  program.addCommand(demoCommand())
  program.addCommand(reproduceCommand())
  program.addCommand(datasetsCommand())
  program.addCommand(doctorCommand())
  program.addCommand(completionCommand(program))
  program.helpCommand(false).addCommand(helpCommand(program))
  configure(program)
  return program
}

/** Errors of the parser are ours to report, in every command. */
function configure(command: Command): void {
  command
    .exitOverride()
    .showHelpAfterError(false)
    .configureOutput({ outputError: (message, write) => write(oneLine(message)) })
  command.commands.forEach(configure)
}

/** The flags of the command that a command line begins with. */
export function optionsOf(program: Command, args: readonly string[]): readonly Option[] {
  return commandOf(program, args).command.options
}

function commandOf(program: Command, args: readonly string[]): { readonly command: Command; readonly name: string } {
  let command = program
  const path: string[] = []
  for (const word of args) {
    const next = command.commands.find((candidate) => candidate.name() === word)
    if (next === undefined) break
    command = next
    path.push(word)
  }
  return { command, name: path.join(' ') }
}

/** Refuses a flag that the command does not have, before commander asks for those that are missing. */
export function checkFlags(program: Command, args: readonly string[]): void {
  const { command, name } = commandOf(program, args)
  if (command === program) return
  const known = [...command.options.map((option) => option.long ?? ''), '--help']
  for (const arg of args) {
    const flag = arg.split('=')[0]
    if (arg === '--') return
    if (!/^--\w/.test(flag) || known.includes(flag)) continue
    const like = nearest(flag, known)
    const hint = like === undefined ? `; see xenolith ${name} --help` : `; did you mean ${like}?`
    throw new XenolithError('unknown-option', `${name} has no option ${flag}${hint}`)
  }
}

/** Commander's complaint, with its suggestion, as one line of ours. */
function oneLine(message: string): string {
  const text = message
    .trim()
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ')
  const code = /^unknown (command|option)/.exec(text)
  return `xenolith: ${printable(text)} [${code === null ? 'bad-option' : `unknown-${code[1]}`}]\n`
}

const EXAMPLES = `
Examples:
  xenolith demo
  xenolith fit --nominal clean.csv --mixture new.csv --alpha 0.1 --recall 0.9 --confidence 0.95 --out model.xeno
  xenolith detect --model model.xeno --input today.parquet --out alarms.csv --only-alarms
  xenolith report --model model.xeno --out report.html

--config FILE reads flags from a JSON object; xenolith help alpha (price, void, methods, formats, ...) explains.
Exit status: 0 done, 1 internal error, 2 bad usage or input, 3 these data cannot carry the promise,
  4 an alarm was raised (detect --fail-on-alarm), 5 the promise is void for the batch (detect --fail-on-void).`
