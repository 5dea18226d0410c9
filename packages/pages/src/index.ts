export { type Figure, renderFigure, sample } from './figure.js'
export { aligned, bytes, cell, count, counted, equation, number, percent } from './format.js'
export { escapeText, type Html, html, type Slot } from './html.js'
export { inkOf, walk } from './ink.js'
export { type Label, placeLabels } from './labels.js'
export {
  area,
  type Box,
  box,
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
} from './marks.js'
export {
  type Alternative,
  type Axis,
  type Drawing,
  drawPlot,
  labelledRule,
  narrow,
  plotArea,
  type Size,
  wide,
} from './plot.js'
export { extent, linear, log, pad, type Scale } from './scale.js'
export { styleSheet } from './style.js'
export { plotStyle } from './style-plot.js'
export { type Column, renderTable, type Table } from './table.js'
