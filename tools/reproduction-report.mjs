// Writes experiments/report.html, docs/reproduction.md and docs/images/false-alarms.svg from the committed results. Needs the built packages.
import { relative } from 'node:path'
import { elementsFolder } from '@xenolith/experiments'
import { placeOf, reportOn } from '../experiments/dist/runner/output.js'

const { html, markdown } = await reportOn(placeOf(elementsFolder, undefined, false))
console.log(`${relative('.', html)} and ${relative('.', markdown)}`)
await import('./false-alarms-picture.mjs')
