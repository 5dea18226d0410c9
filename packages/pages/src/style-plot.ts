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
.refuted { fill: var(--hair); fill-opacity: .55 }
.feasible { fill: var(--good); fill-opacity: .08 }
.bound { stroke: var(--alien); stroke-width: 2; stroke-dasharray: 5 3 }
.span { stroke: var(--nominal); stroke-width: 2.5 }
.span.chosen { stroke: var(--alien) }
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
.plot .label.guide-label { fill: var(--quiet); font-weight: 400; font-size: 12px }
.plot .halo { paint-order: stroke; stroke: var(--paper); stroke-width: 4px; stroke-linejoin: round }
.plot .label.nominal { fill: var(--nominal) }
.plot .label.mixture { fill: var(--mixture) }
.plot .label.alien, .plot .label.alien-raw { fill: var(--alien-ink) }
.whisker { fill: none; stroke-width: 1.25 }
.whisker.reproduced { stroke: var(--nominal) }
.whisker.published { stroke: var(--quiet) }
.dot.reproduced { fill: var(--nominal); stroke-width: 1 }
.dot.published { fill: var(--paper); stroke: var(--ink); stroke-width: 1.5 }
.cross { fill: none; stroke-width: 1.5 }
.cross.published { stroke: var(--quiet) }
.bar { stroke: var(--alien); stroke-width: 2.5 }
.line.reproduced { stroke: var(--nominal); stroke-width: 1.75 }
.plot .panel-title { font-weight: 650 }
.plot .key { fill: var(--quiet) }
.plot .label.reproduced { fill: var(--nominal) }
.line.series-0, .whisker.series-0 { stroke: var(--series-0) }
.line.series-1, .whisker.series-1 { stroke: var(--series-1) }
.line.series-2, .whisker.series-2 { stroke: var(--series-2) }
.line.series-3, .whisker.series-3 { stroke: var(--series-3) }
.line.series-4, .whisker.series-4 { stroke: var(--series-4) }
.line.series-1 { stroke-dasharray: 7 3 }
.line.series-2 { stroke-dasharray: 2 2.5 }
.line.series-3 { stroke-dasharray: 10 3 2 3 }
.line.series-4 { stroke-dasharray: 4 4 }
.dot.series-0, .plot .label.series-0 { fill: var(--series-0) }
.dot.series-1, .plot .label.series-1 { fill: var(--series-1) }
.dot.series-2, .plot .label.series-2 { fill: var(--series-2) }
.dot.series-3, .plot .label.series-3 { fill: var(--series-3) }
.dot.series-4, .plot .label.series-4 { fill: var(--series-4) }
.dot.open.series-0, .cross.series-0 { fill: var(--paper); stroke: var(--series-0) }
.dot.open.series-1, .cross.series-1 { fill: var(--paper); stroke: var(--series-1) }
.dot.open.series-2, .cross.series-2 { fill: var(--paper); stroke: var(--series-2) }
.dot.open.series-3, .cross.series-3 { fill: var(--paper); stroke: var(--series-3) }
.dot.open.series-4, .cross.series-4 { fill: var(--paper); stroke: var(--series-4) }
@media (forced-colors: active) { .plot text { fill: CanvasText; stroke: none } }`
