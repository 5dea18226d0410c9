// Writes experiments/report.html and docs/reproduction.md from the committed results. Needs the built packages.
import { relative } from 'node:path'
import { elementsFolder } from '@xenolith/experiments'
import { placeOf, reportOn } from '../experiments/dist/runner/output.js'

const { html, markdown } = await reportOn(placeOf(elementsFolder, undefined, false))
console.log(`${relative('.', html)} and ${relative('.', markdown)}`)
