// A small certified model and rows for it, the same every time.
import { certify, encodeModelFile, fit, gatherEvidence, numericTable, score, substream } from '@xenolith/core'

const names = ['size', 'speed']

export function drawRows(n, alpha, label, shift = 0) {
  const random = substream(5, label)
  return Array.from({ length: n }, () => {
    const up = random.float() < alpha ? 6 : shift
    return { size: up + random.normal(), speed: up + random.normal() }
  })
}

const table = (rows) =>
  numericTable(
    rows.map(({ size, speed }) => [size, speed]),
    names,
  )

export function modelBytes(trees = 100) {
  const { model } = fit(table(drawRows(500, 0, 'train')), { detector: 'iforest', trees, seed: 1 })
  const nominal = score(model, table(drawRows(1500, 0, 'nominal'))).sort()
  const mixture = score(model, table(drawRows(1500, 0.3, 'mixture'))).sort()
  const certificate = certify({ nominal, mixture, alpha: 0.35, recall: 0.8, confidence: 0.95 })
  const evidence = gatherEvidence({ nominal, mixture, alpha: 0.35, delta: 0.05 })
  return encodeModelFile({
    version: '0.1.0',
    seed: 1,
    id: null,
    certificate,
    alternatives: [],
    evidence,
    data: [],
    model,
  })
}
