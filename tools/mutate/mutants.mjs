/** Each pattern is replaced wherever it stands in code, once for each place. */
const mutations = [
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/ \* /g, ' / '],
  [/ \/ /g, ' * '],
  [/ <= /g, ' < '],
  [/ >= /g, ' > '],
  [/ < (?!\/)/g, ' <= '],
  [/ > /g, ' >= '],
  [/Math\.min\(/g, 'Math.max('],
  [/Math\.max\(/g, 'Math.min('],
  [/\bdelta \/ 2\b/g, 'delta'],
  [/\b0\.5\b/g, '1'],
  [/\b(0\.\d*[1-9]\d*)\b/g, (x) => String(2 * Number(x))],
  [/\b1 - /g, ''],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/Math\.ceil\(/g, 'Math.floor('],
  [/Math\.floor\(/g, 'Math.ceil('],
  [/\.countBelow\(/g, '.countAtMost('],
  [/\.countAtMost\(/g, '.countBelow('],
]

/** A line without the comment at its end. */
function codeOf(line) {
  const comment = line.indexOf(' // ')
  return comment < 0 ? line : line.slice(0, comment)
}

/** Every mutant of a source text: the line that was changed, before and after, and the whole text. */
export function mutantsOf(source, lines) {
  const all = source.split('\n')
  const seen = new Set()
  const mutants = []
  let comment = false
  all.forEach((before, index) => {
    const text = before.trim()
    if (text.startsWith('/*')) comment = true
    const code = !comment && !text.startsWith('//') && !/^(import|export (type|interface)|readonly|\*)/.test(text)
    if (text.includes('*/')) comment = false
    if (!code || (lines !== undefined && !lines.test(before))) return
    for (const [pattern, replacement] of mutations) {
      for (const match of codeOf(before).matchAll(pattern)) {
        const put = typeof replacement === 'function' ? replacement(match[0]) : replacement
        const after = before.slice(0, match.index) + put + before.slice(match.index + match[0].length)
        if (after === before || seen.has(`${index} ${after}`)) continue
        seen.add(`${index} ${after}`)
        const changed = [...all.slice(0, index), after, ...all.slice(index + 1)].join('\n')
        mutants.push({ line: index + 1, before: before.trim(), after: after.trim(), text: changed })
      }
    }
  })
  return mutants
}
