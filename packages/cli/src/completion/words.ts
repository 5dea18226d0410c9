import type { Command, Option } from 'commander'

/** What may follow a flag: nothing, the name of a file, some other value, or one of a list. */
export type Takes = 'nothing' | 'file' | 'value' | readonly string[]

export interface CompletedFlag {
  readonly flag: string
  readonly about: string
  readonly takes: Takes
}

/** A command as a shell completes it: `audit sample` is one of its own. */
export interface CompletedCommand {
  /** `fit`, `audit`, `audit sample`. */
  readonly path: string
  readonly about: string
  /** Commands below this one, or values of its argument. */
  readonly words: readonly string[]
  /** Whether it takes names of files that belong to no flag. */
  readonly files: boolean
  readonly flags: readonly CompletedFlag[]
}

/** Names of flags' values that are files. */
const FILES = /^<(FILE|MODEL|KEY|PATH|DIR)\b/
const EVERYWHERE: readonly CompletedFlag[] = [
  { flag: '--config', about: 'flags from a JSON object', takes: 'file' },
  { flag: '--help', about: 'help on this command', takes: 'nothing' },
]

/** All commands with those below them. `values`: those of arguments that have no choices of their own, by command. */
export function completedCommands(
  program: Command,
  values: Readonly<Record<string, readonly string[]>>,
): CompletedCommand[] {
  const visit = (command: Command, above: string): CompletedCommand[] => {
    const path = `${above}${command.name()}`
    const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
    const words = [...command.commands.map((each) => each.name()), ...choices, ...(values[path] ?? [])]
    const own = {
      path,
      about: command.summary() || command.description(),
      words,
      files: command.registeredArguments.length > 0 && words.length === 0,
      flags: [...command.options.map(flagOf), ...EVERYWHERE],
    }
    return [own, ...command.commands.flatMap((each) => visit(each, `${path} `))]
  }
  return program.commands.flatMap((command) => visit(command, ''))
}

function flagOf({ long, flags, description, argChoices, required, optional }: Option): CompletedFlag {
  const takesOne = required || optional
  const takes = argChoices ?? (!takesOne ? 'nothing' : FILES.test(flags.replace(/^\S+\s+/, '')) ? 'file' : 'value')
  return { flag: long!, about: firstWords(description), takes }
}

/** The beginning of a description, as fits beside a flag. */
function firstWords(text: string): string {
  return text.split(/[;:(]/)[0].trim()
}
