import { Argument, Command } from 'commander'

/** Completion scripts made from the command tree itself, so that they cannot fall behind it. */
export function completionCommand(program: Command): Command {
  return new Command('completion')
    .summary('a completion script for your shell')
    .description('Prints a completion script for bash, zsh or fish.')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      '\nExamples:\n  source <(xenolith completion bash)\n  xenolith completion fish > ~/.config/fish/completions/xenolith.fish',
    )
    .action((shell: 'bash' | 'zsh' | 'fish') => {
      const commands = program.commands.map((command) => ({
        name: command.name(),
        about: command.summary(),
        flags: [...command.options.map((option) => option.long!), '--help'],
      }))
      process.stdout.write(scripts[shell](commands))
    })
}

interface Completed {
  readonly name: string
  readonly about: string
  readonly flags: readonly string[]
}

const scripts: Record<'bash' | 'zsh' | 'fish', (commands: readonly Completed[]) => string> = {
  bash: (commands) => `_xenolith() {
  local word="\${COMP_WORDS[COMP_CWORD]}" flags=""
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W "${names(commands)}" -- "$word")); return; fi
  case "\${COMP_WORDS[1]}" in
${commands.map(({ name, flags }) => `    ${name}) flags="${flags.join(' ')}" ;;`).join('\n')}
  esac
  if [[ "$word" == -* ]]; then COMPREPLY=($(compgen -W "$flags" -- "$word")); else COMPREPLY=($(compgen -f -- "$word")); fi
}
complete -o filenames -F _xenolith xenolith
`,
  zsh: (commands) => `#compdef xenolith
_xenolith() {
  if (( CURRENT == 2 )); then
    local -a commands=(${commands.map(({ name, about }) => `'${name}:${about.replaceAll("'", "'\\''")}'`).join(' ')})
    _describe command commands
    return
  fi
  case "$words[2]" in
${commands.map(({ name, flags }) => `    ${name}) compadd -- ${flags.join(' ')} ;;`).join('\n')}
  esac
  _files
}
compdef _xenolith xenolith
`,
  fish: (commands) =>
    `complete -c xenolith -n __fish_use_subcommand -f\n${commands
      .map(({ name, about, flags }) =>
        [
          `complete -c xenolith -n __fish_use_subcommand -a ${name} -d '${about.replaceAll("'", "\\'")}'`,
          ...flags.map((flag) => `complete -c xenolith -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)}`),
        ].join('\n'),
      )
      .join('\n')}\n`,
}

function names(commands: readonly Completed[]): string {
  return commands.map(({ name }) => name).join(' ')
}
