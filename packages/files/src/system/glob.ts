import { readdir, stat } from 'node:fs/promises'
import { join, parse, sep } from 'node:path'
import { systemCode } from './errors.js'

const MAGIC = /[*?[]/

/** Whether a path may be meant as a pattern. */
export function isPattern(path: string): boolean {
  return MAGIC.test(path)
}

/**
 * The files that an absolute pattern names, sorted: `*` and `?` stand for any text and any one letter within a name, `[ab]` and
 * `[a-c]` for one of several (`[!ab]`: any other), and `**` for any number of folders. A part of the path that exists under
 * its very name is taken as it is, and hidden files are matched only by a pattern that begins with a dot.
 */
export async function glob(pattern: string): Promise<string[]> {
  const { root } = parse(pattern)
  let folders = [root]
  const parts = pattern.slice(root.length).split(sep)
  const last = parts.pop()!
  for (const part of parts) folders = (await Promise.all(folders.map((folder) => foldersOf(folder, part)))).flat()
  const files = (await Promise.all(folders.map((folder) => filesOf(folder, last)))).flat()
  return [...new Set(files)].sort()
}

async function foldersOf(folder: string, part: string): Promise<string[]> {
  if (part === '**') return allFolders(folder)
  const names = await namesOf(folder, part)
  const kept: string[] = []
  for (const name of names) if (await isA(join(folder, name), 'isDirectory')) kept.push(join(folder, name))
  return kept
}

async function allFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(none)
  const below = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
  return [folder, ...(await Promise.all(below.map(({ name }) => allFolders(join(folder, name))))).flat()]
}

async function filesOf(folder: string, part: string): Promise<string[]> {
  const kept: string[] = []
  for (const name of await namesOf(folder, part)) {
    if (await isA(join(folder, name), 'isFile')) kept.push(join(folder, name))
  }
  return kept
}

async function namesOf(folder: string, part: string): Promise<string[]> {
  if (!MAGIC.test(part) || (await exists(join(folder, part)))) return [part]
  const names: string[] = await readdir(folder).catch(none)
  return names.filter((name) => (!name.startsWith('.') || part.startsWith('.')) && matches(part, name))
}

/** An unreadable or missing folder has no files; any other failure is the caller's. */
function none(error: unknown): never[] {
  if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(systemCode(error) ?? '')) return []
  throw error
}

async function isA(path: string, what: 'isFile' | 'isDirectory'): Promise<boolean> {
  return stat(path).then(
    (info) => info[what](),
    () => false,
  )
}

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** Whether the whole name fits the pattern. On a mismatch only the last `*` takes one letter more, so time is at most |pattern| |name|. */
export function matches(pattern: string, name: string): boolean {
  const wanted = tokens(pattern)
  const letters = [...name]
  let [p, n, star, from] = [0, 0, -1, 0]
  while (n < letters.length) {
    if (wanted[p] === '*') {
      star = p++
      from = n
    } else if (p < wanted.length && (wanted[p] as (letter: string) => boolean)(letters[n])) {
      p++
      n++
    } else if (star >= 0) {
      p = star + 1
      n = ++from
    } else return false
  }
  while (wanted[p] === '*') p++
  return p === wanted.length
}

type Token = '*' | ((letter: string) => boolean)

function tokens(pattern: string): Token[] {
  const found: Token[] = []
  const letters = [...pattern]
  for (let i = 0; i < letters.length; i++) {
    const letter = letters[i]
    const end = letter === '[' ? letters.indexOf(']', i + (letters[i + 1] === '!' ? 3 : 2)) : -1
    if (letter === '*') found.push('*')
    else if (letter === '?') found.push(() => true)
    else if (end > 0) {
      found.push(oneOf(letters.slice(i + 1, end)))
      i = end
    } else found.push((other) => other === letter)
  }
  return found
}

function oneOf(letters: readonly string[]): (letter: string) => boolean {
  const others = letters[0] === '!'
  const listed = others ? letters.slice(1) : letters
  return (letter) => {
    for (let i = 0; i < listed.length; i++) {
      const isRange = listed[i + 1] === '-' && i + 2 < listed.length
      if (isRange ? listed[i] <= letter && letter <= listed[i + 2] : listed[i] === letter) return !others
      if (isRange) i += 2
    }
    return others
  }
}
