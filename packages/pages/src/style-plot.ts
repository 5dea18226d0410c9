import { type Html, html } from './html.js'

/** The style of the drawings. Every line has its own dash pattern as well as its colour. */
export const plotStyle: Html = html`.plot { display: block; width: 100%; height: auto; font-size: 12.5px }
.plot.narrow { display: none }
.plot text { fill: var(--ink) }
.plot .tick { fill: var(--quiet); font-variant-numeric: tabular-nums; font-size: 12px }
.plot .axis-title { fill: var(--quiet) }
.grid { stroke: var(--grid) }
.axis { stroke: var(--quiet) }
.guide { stroke: var(--quiet); stroke-dasharray: 2 4 }
.guide.strong { stroke: var(--ink) }
.rule { stroke: var(--ink); stroke-width: 2.25 }
.plot .rule-label { font-weight: 650 }
.zone { fill: var(--zone) }
.line { fill: none; stroke-width: 2; stroke-linejoin: round }
.line.nominal { stroke: var(--nominal) }
.line.mixture { stroke: var(--mixture); stroke-dasharray: 8 4 }
.line.mixture-outline { stroke: var(--mixture); stroke-width: 2 }
.line.alien { stroke: var(--alien); stroke-width: 3 }
.line.alien-raw { stroke: var(--alien); stroke-width: 1.5; stroke-dasharray: 1.5 2.5 }
.leader { stroke: var(--quiet) }
.area.nominal { fill: var(--nominal); fill-opacity: .45 }
.dot { stroke: var(--paper); stroke-width: 2 }
.dot.nominal { fill: var(--nominal) }
.dot.mixture { fill: var(--mixture) }
.dot.alien { fill: var(--alien) }
.dot.open { fill: var(--paper); stroke: var(--nominal) }
.plot .label { font-weight: 600 }
.plot .halo { paint-order: stroke; stroke: var(--paper); stroke-width: 4px; stroke-linejoin: round }
.plot .label.nominal { fill: var(--nominal) }
.plot .label.mixture { fill: var(--mixture) }
.plot .label.alien, .plot .label.alien-raw { fill: var(--alien-ink) }
@media (forced-colors: active) { .plot text { fill: CanvasText; stroke: none } }`
