import type { CompletedCommand, CompletedFlag, Takes } from './words.js'

export type Shell = 'bash' | 'zsh' | 'fish'

/** The completion script of each shell. */
export const scripts: Readonly<Record<Shell, (commands: readonly CompletedCommand[]) => string>> = { bash, zsh, fish }

/** Commands with others below them come after those: the longest name that fits is the command. */
function longestFirst(commands: readonly CompletedCommand[]): CompletedCommand[] {
  return [...commands].sort((a, b) => b.path.split(' ').length - a.path.split(' ').length)
}

/** The first words after `xenolith`. */
function tops(commands: readonly CompletedCommand[]): CompletedCommand[] {
  return commands.filter(({ path }) => !path.includes(' '))
}

function flagsTaking(flags: readonly CompletedFlag[], which: (takes: Takes) => boolean): string {
  return flags
    .filter(({ takes }) => which(takes))
    .map(({ flag }) => flag)
    .join('|')
}

/** A `case` of the flag before the cursor: what may stand after it. */
function afterFlag(
  flags: readonly CompletedFlag[],
  { list, file }: { readonly list: (values: readonly string[]) => string; readonly file: string },
): string {
  const arms = flags.flatMap(({ flag, takes }) =>
    typeof takes === 'string' ? [] : [`      ${flag}) ${list(takes)}; return ;;`],
  )
  const files = flagsTaking(flags, (takes) => takes === 'file')
  const values = flagsTaking(flags, (takes) => takes === 'value')
  if (files !== '') arms.push(`      ${files}) ${file}; return ;;`)
  if (values !== '') arms.push(`      ${values}) return ;;`)
  return arms.join('\n')
}

function bash(commands: readonly CompletedCommand[]): string {
  const list = (values: readonly string[]): string => `COMPREPLY=($(compgen -W "${values.join(' ')}" -- "$word"))`
  const file = 'COMPREPLY=($(compgen -f -- "$word"))'
  const arm = ({ path, words, files, flags }: CompletedCommand): string => `    '${path}'*)
      case "$before" in
${afterFlag(flags, { list, file })}
      esac
      if [[ "$word" != -* ]]; then ${files ? file : words.length > 0 ? list(words) : ':'}; fi
      ${words.length > 0 || files ? '[[ "$word" == -* ]] && ' : ''}${list(flags.map(({ flag }) => flag))} ;;`
  return `_xenolith() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  local line="\${COMP_WORDS[*]:1:COMP_CWORD-1} "
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then ${list(tops(commands).map(({ path }) => path))}; return; fi
  case "$line" in
${longestFirst(commands)
  .map((command) => arm({ ...command, path: `${command.path} ` }))
  .join('\n')}
  esac
}
complete -o filenames -F _xenolith xenolith
`
}

function zsh(commands: readonly CompletedCommand[]): string {
  const told = (pairs: readonly (readonly [string, string])[]): string =>
    pairs.map(([word, about]) => `'${quoteZsh(word)}:${quoteZsh(about)}'`).join(' ')
  const arm = ({ path, words, files, flags }: CompletedCommand): string => `    '${path} '*)
      case "$words[CURRENT-1]" in
${afterFlag(flags, { list: (values) => `compadd -- ${values.join(' ')}`, file: '_files' })}
      esac
      ${words.length > 0 ? `if [[ "$PREFIX" != -* ]]; then compadd -- ${words.join(' ')}; return; fi` : files ? 'if [[ "$PREFIX" != -* ]]; then _files; return; fi' : ':'}
      offered=(${told(flags.map(({ flag, about }) => [flag, about]))})
      _describe -o flag offered ;;`
  return `#compdef xenolith
_xenolith() {
  local -a offered
  if (( CURRENT == 2 )); then
    offered=(${told(tops(commands).map(({ path, about }) => [path, about]))})
    _describe command offered
    return
  fi
  case "\${(j: :)words[2,CURRENT-1]} " in
${longestFirst(commands).map(arm).join('\n')}
  esac
}
if [[ "$funcstack[1]" == _xenolith ]]; then _xenolith "$@"; else compdef _xenolith xenolith; fi
`
}

function quoteZsh(text: string): string {
  return text.replaceAll("'", "'\\''").replaceAll(':', '\\:')
}

function fish(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ path, about, words, files, flags }) => {
    const [top, below] = path.split(' ')
    const when = `__fish_seen_subcommand_from ${top}${below === undefined ? '' : `; and __fish_seen_subcommand_from ${below}`}`
    const names = commands.filter((each) => each.path.startsWith(`${path} `)).map((each) => each.path.split(' ')[1])
    const first = names.length === 0 ? when : `${when}; and not __fish_seen_subcommand_from ${names.join(' ')}`
    return [
      ...(below === undefined
        ? [`complete -c xenolith -n __fish_use_subcommand -a ${top} -d ${quoteFish(about)}`]
        : []),
      ...(files ? [`complete -c xenolith -n '${first}' -F`] : []),
      ...(words.length > 0 ? [`complete -c xenolith -n '${first}' -a '${words.join(' ')}'`] : []),
      ...flags.map(
        ({ flag, about: what, takes }) =>
          `complete -c xenolith -n '${first}' -l ${flag.slice(2)} -d ${quoteFish(what)}${takesInFish(takes)}`,
      ),
    ]
  })
  return `complete -c xenolith -f\n${lines.join('\n')}\n`
}

function takesInFish(takes: Takes): string {
  if (takes === 'nothing') return ''
  if (takes === 'file') return ' -r -F'
  return takes === 'value' ? ' -x' : ` -x -a '${takes.join(' ')}'`
}

function quoteFish(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
