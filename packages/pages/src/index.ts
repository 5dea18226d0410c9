export type { Axis } from './axes.js'
export { type Document, renderDocument } from './document.js'
export { type Figure, renderFigure, sample } from './figure.js'
export { aligned, bytes, cell, count, counted, equation, number, percent, unbroken } from './format.js'
export { type Cells, type GroupedColumn, type GroupedTable, renderGroupedTable } from './grouped-table.js'
export { escapeText, type Html, html, type Slot } from './html.js'
export { inkOf, walk } from './ink.js'
export { type Label, placeLabels } from './labels.js'
export {
  area,
  type Box,
  box,
  cross,
  dot,
  line,
  type Point,
  pixel,
  project,
  rule,
  silhouette,
  stairs,
  text,
  textWidth,
  whisker,
} from './marks.js'
export { type KeyItem, type Multiples, type Panel, panelGrid } from './multiples.js'
export { type Drawing, drawPlot, labelledRule, narrow, plotArea, wide } from './plot.js'
export { extent, linear, log, pad, type Scale } from './scale.js'
export type { Alternative, Size } from './size.js'
export { palette, styleSheet } from './style.js'
export { plotStyle } from './style-plot.js'
export { type Column, renderTable, type Table } from './table.js'
