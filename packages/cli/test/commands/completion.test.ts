import { spawnSync } from 'node:child_process'
import { beforeAll, describe, expect, it } from 'vitest'
import { workshop, write } from './run.js'

const { path, xenolith } = workshop()

function run(shell: string, args: readonly string[]): string {
  const ran = spawnSync(shell, args, { cwd: path('.'), encoding: 'utf8', timeout: 20_000 })
  expect(ran.error, shell).toBeUndefined()
  return ran.stdout
}

/** What each shell itself offers for a line, the cursor at its end. */
const offered: Readonly<Record<string, (line: string) => string[]>> = {
  bash(line) {
    const words = line.split(' ').map((word) => `"${word}"`)
    const at = `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}`
    return run('bash', ['-c', `source bash.sh; ${at}; _xenolith; printf '%s\\n' "\${COMPREPLY[@]}"`]).split('\n')
  },
  fish: (line) =>
    run('fish', ['--no-config', '-c', `source fish.sh; complete -C '${line}'`])
      .split('\n')
      .map((each) => each.split('\t')[0]),
  // Completion runs inside the line editor alone: a terminal, and a compadd that writes down what it is given.
  zsh: (line) =>
    run('zsh', ['-f', '-c', IN_A_TERMINAL, 'zsh', line])
      .split('\n')
      .flatMap((each) => /^OFFERED (.*?)\r?$/.exec(each)?.slice(1) ?? []),
}

const IN_A_TERMINAL = `
zmodload zsh/zpty
zpty inner TERM=dumb zsh -f -i
zpty -w inner 'PROMPT=; unsetopt zle_bracketed_paste 2>/dev/null; stty -echo; autoload -Uz compinit; compinit -C -d ./zcompdump; source ./zsh.sh'
zpty -w inner 'compadd() { local -a hits; builtin compadd -A hits "$@"; print -l -- "" "\${hits[@]/#/OFFERED }"; builtin compadd "$@" }'
zpty -w inner 'finished() { print; print DO""NE; exit }; comppostfuncs=(finished); bindkey "^I" complete-word; print REA""DY'
zpty -r inner answer '*READY*'
zpty -w -n inner "$1"$'\\t'
zpty -r inner answer '*DONE*'
print -r -- "$answer"`

describe.each(['bash', 'zsh', 'fish'])('completion in %s', (shell) => {
  const missing = spawnSync(shell, ['--version']).status !== 0
  beforeAll(() => {
    write(path(`${shell}.sh`), xenolith('completion', shell).stdout)
    write(path('scores.csv'), 'score\n1\n')
  })
  const complete = (line: string): string[] => [...new Set(all(line))]
  const all = (line: string): string[] =>
    offered[shell](line)
      .map((each) => each.trim())
      .filter((each) => each !== '')
      .sort()

  it.skipIf(missing)('offers commands, flags, values, files and commands below commands', () => {
    expect(complete('xenolith thr')).toEqual(['threshold'])
    expect(complete('xenolith fit --meth')).toEqual(['--method'])
    expect(complete('xenolith fit --method ')).toEqual(['audit', 'count', 'dkw', 'exact', 'theorem1'])
    expect(complete('xenolith audit ')).toEqual(['sample'])
    expect(complete('xenolith audit sample --label')).toEqual(['--label-studio'])
    expect(complete('xenolith report --model sco')).toEqual(['scores.csv'])
    expect(complete('xenolith verify sco')).toEqual(['scores.csv'])
    expect(complete('xenolith completion z')).toEqual(['zsh'])
    expect(complete('xenolith help pri')).toEqual(['price'])
  })

  it.skipIf(missing)('offers nothing where a number is due', () => {
    expect(complete('xenolith fit --alpha ')).toEqual([])
  })
})
