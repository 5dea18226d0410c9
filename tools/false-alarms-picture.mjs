// Writes docs/images/false-alarms.svg: the report's figure of false alarms by detector, as a picture for the README. Needs the built packages.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { elementsFolder } from '@xenolith/experiments'
import { drawPlot, palette, plotStyle, wide } from '@xenolith/pages'
import { compareElement } from '../experiments/dist/compare/compare-element.js'
import { readElement } from '../experiments/dist/compare/read-element.js'
import { falseAlarmFigures } from '../experiments/dist/report/figures-false-alarms.js'

const [figure] = falseAlarmFigures(compareElement(await readElement(join(elementsFolder, 'false-alarms'))))
const words = { title: figure.heading, description: `${figure.finding} ${figure.reading}` }
const { markup } = drawPlot('false-alarms', wide, words, figure.draw(wide))
const style = `${palette.markup}\nsvg { background: var(--paper); font-family: system-ui, sans-serif }\n${plotStyle.markup}`
const height = /viewBox="0 0 \d+ (\d+)"/.exec(markup)[1]
writeFileSync(
  new URL('../docs/images/false-alarms.svg', import.meta.url),
  `${markup
    .replace('<svg ', `<svg xmlns="http://www.w3.org/2000/svg" width="${wide.width}" height="${height}" `)
    .replace('</desc>', `</desc>\n<style>${style}</style>`)}\n`,
)
