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
      const commands = program.commands.map(completed)
      process.stdout.write(scripts[shell](commands))
    })
}

interface Completed {
  readonly name: string
  readonly about: string
  /** Commands below this one, or values of its argument. */
  readonly words: readonly string[]
  readonly flags: readonly string[]
  /** The values of flags that have a choice. */
  readonly choices: readonly { readonly flag: string; readonly values: readonly string[] }[]
}

/** A command with those below it: `audit` completes `sample` and its flags. */
function completed(command: Command): Completed {
  const options = [command, ...command.commands].flatMap((each) => each.options)
  return {
    name: command.name(),
    about: command.summary(),
    words: [
      ...command.commands.map((each) => each.name()),
      ...command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
    ],
    flags: [...options.map((option) => option.long!), '--config', '--help'],
    choices: options.flatMap(({ long, argChoices }) =>
      argChoices === undefined ? [] : [{ flag: long!, values: argChoices.map(String) }],
    ),
  }
}

/** Every choice of a flag, whatever the command: a flag means the same everywhere. */
function allChoices(commands: readonly Completed[]): Completed['choices'] {
  const byFlag = new Map<string, Set<string>>()
  for (const { flag, values } of commands.flatMap(({ choices }) => choices)) {
    const known = byFlag.get(flag) ?? new Set()
    for (const value of values) known.add(value)
    byFlag.set(flag, known)
  }
  return [...byFlag].map(([flag, values]) => ({ flag, values: [...values] }))
}

const scripts: Record<'bash' | 'zsh' | 'fish', (commands: readonly Completed[]) => string> = {
  bash: (commands) => `_xenolith() {
  local word="\${COMP_WORDS[COMP_CWORD]}" flags=""
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W "${names(commands)}" -- "$word")); return; fi
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
${allChoices(commands)
  .map(({ flag, values }) => `    ${flag}) COMPREPLY=($(compgen -W "${values.join(' ')}" -- "$word")); return ;;`)
  .join('\n')}
  esac
  local more=""
  case "\${COMP_WORDS[1]}" in
${commands.map(({ name, flags, words }) => `    ${name}) flags="${flags.join(' ')}"; more="${words.join(' ')}" ;;`).join('\n')}
  esac
  if [[ "$word" == -* ]]; then COMPREPLY=($(compgen -W "$flags" -- "$word")); return; fi
  COMPREPLY=($(compgen -f -- "$word"))
  if [ "$COMP_CWORD" -eq 2 ] && [ -n "$more" ]; then COMPREPLY=($(compgen -W "$more" -- "$word")); fi
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
  case "$words[CURRENT-1]" in
${allChoices(commands)
  .map(({ flag, values }) => `    ${flag}) compadd -- ${values.join(' ')}; return ;;`)
  .join('\n')}
  esac
  case "$words[2]" in
${commands.map(({ name, flags, words }) => `    ${name}) compadd -- ${[...words, ...flags].join(' ')} ;;`).join('\n')}
  esac
  _files
}
compdef _xenolith xenolith
`,
  fish: (commands) =>
    `complete -c xenolith -n __fish_use_subcommand -f\n${commands
      .map(({ name, about, flags, words, choices }) =>
        [
          `complete -c xenolith -n __fish_use_subcommand -a ${name} -d '${about.replaceAll("'", "\\'")}'`,
          ...words.map((word) => `complete -c xenolith -n '__fish_seen_subcommand_from ${name}' -a ${word}`),
          ...flags.map((flag) => {
            const values = choices.find((choice) => choice.flag === flag)?.values
            const takes = values === undefined ? '' : ` -x -a '${values.join(' ')}'`
            return `complete -c xenolith -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)}${takes}`
          }),
        ].join('\n'),
      )
      .join('\n')}\n`,
}

function names(commands: readonly Completed[]): string {
  return commands.map(({ name }) => name).join(' ')
}
