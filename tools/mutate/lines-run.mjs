import { existsSync, readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Records which lines of the original sources run from now on: for each file with a map beside it, the lines, counted from 1. */
export async function recordLines() {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  return async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage')
    session.disconnect()
    const scripts = result.filter(({ url }) => url.startsWith('file:') && existsSync(`${fileURLToPath(url)}.map`))
    return Object.fromEntries(scripts.map(({ url, functions }) => [fileURLToPath(url), linesRun(url, functions)]))
  }
}

function linesRun(url, functions) {
  const path = fileURLToPath(url)
  const text = readFileSync(path, 'utf8')
  const map = new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')))
  const ran = ranAt(functions, text.length)
  const lines = new Set()
  let offset = 0
  text.split('\n').forEach((line, row) => {
    for (let column = 0; column < line.length; column++) {
      const { originalLine } = map.findEntry(row, column)
      if (originalLine !== undefined && ran[offset + column] === 1) lines.add(originalLine + 1)
    }
    offset += line.length + 1
  })
  return [...lines]
}

/** For every character whether it was run: ranges are nested, the outer ones first. */
function ranAt(functions, length) {
  const ran = new Uint8Array(length)
  for (const { ranges } of functions) {
    for (const { startOffset, endOffset, count } of ranges) ran.fill(count > 0 ? 1 : 0, startOffset, endOffset)
  }
  return ran
}
