// Puts lines that were made elsewhere in the place of the committed ones, and writes the report anew. Needs the built packages.
// node tools/merge-results.mjs ELEMENT DIR...   (each DIR what `xenolith reproduce ELEMENT --out DIR` wrote: some of the datasets or detectors, or other numbers of runs)
// A line stands for another of the same dataset, detector, size, alpha, threshold, recall and confidence; how many runs it is of, it says itself.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { elementsFolder } from '@xenolith/experiments'

const KEY = ['dataset', 'detector', 'n', 'alpha', 'threshold', 'recall', 'confidence']

const [element, ...folders] = process.argv.slice(2)
const read = (path) => readFileSync(path, 'utf8').trimEnd().split('\n')
const target = join(elementsFolder, element, 'results.csv')
const [head, ...lines] = read(target)
const places = KEY.map((name) => head.split(',').indexOf(name)).filter((place) => place >= 0)
const keyOf = (line) => places.map((place) => line.split(',')[place]).join()
const known = new Map(lines.map((line, i) => [keyOf(line), i]))

let replaced = 0
for (const folder of folders) {
  const [otherHead, ...others] = read(join(folder, 'elements', element, 'results.csv'))
  if (otherHead !== head) throw new Error(`${folder} has other columns`)
  for (const line of others) {
    const at = known.get(keyOf(line))
    if (at === undefined) throw new Error(`nothing stands for ${keyOf(line)} in ${target}`)
    lines[at] = line
    replaced++
  }
}
writeFileSync(target, `${[head, ...lines].join('\n')}\n`)
console.log(`${replaced} of ${lines.length} lines replaced in ${target}`)
await import('./reproduction-report.mjs')
