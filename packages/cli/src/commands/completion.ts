import { Argument, Command } from 'commander'
import { type Shell, scripts } from '../completion/scripts.js'
import { completedCommands } from '../completion/words.js'
import { topics } from './help.js'

/** Completion scripts made from the command tree itself, so that they cannot fall behind it. */
export function completionCommand(program: Command): Command {
  return new Command('completion')
    .summary('a completion script for your shell')
    .description('Prints a completion script for bash, zsh or fish: commands, flags, values and files.')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(scripts)))
    .addHelpText('after', EXAMPLES)
    .action((shell: Shell) => {
      const help = [...new Set([...topics, ...program.commands.map((command) => command.name())])]
      process.stdout.write(scripts[shell](completedCommands(program, { help })))
    })
}

const EXAMPLES = `
Examples:
  source <(xenolith completion bash)                                           # in ~/.bashrc
  source <(xenolith completion zsh)                                            # in ~/.zshrc, after compinit
  xenolith completion fish > ~/.config/fish/completions/xenolith.fish`
