import { array, bad, count } from '../../codec/shape.js'
import { packCoordinates, unpackCoordinates } from '../coordinates/codec.js'
import { codedFeatures, measuredFeatures, type Points } from '../coordinates/coordinates.js'
import { unpackLifts } from '../coordinates/never-seen.js'
import { ordinaryValues } from '../coordinates/ordinary.js'
import { FARTHEST, scalings } from '../coordinates/scale.js'
import { counted } from '../counted.js'
import type { Detector } from '../detector.js'
import { fitKnn, type KnnModel, type KnnOptions, MOST_NEIGHBOURS, scoreKnn } from './knn.js'

export interface KnnTypes {
  readonly learns: true
  readonly options: KnnOptions
  readonly model: KnnModel
}

export const knn: Detector<KnnTypes> = {
  learns: true,
  trainingScores: 'leave-one-out',
  description: 'mean distance to the nearest nominal rows',
  options: [
    {
      option: 'neighbours',
      flag: '--neighbours <K>',
      takes: 'count',
      help: 'how many nearest nominal rows kNN averages over (default: 5)',
    },
    {
      option: 'scaling',
      flag: '--scaling <NAME>',
      takes: scalings,
      help: 'how features are made comparable: by their standard deviations, not at all, or by normal scores of ranks (default: standardised)',
    },
    {
      option: 'referenceRows',
      flag: '--reference-rows <N>',
      takes: 'count',
      help: 'the most nominal rows that kNN keeps to measure distances to (default: 10000)',
    },
  ],
  fit: fitKnn,
  score: scoreKnn,
  ordinary: ({ coordinates }) => ordinaryValues(coordinates),
  describe: ({ neighbours, references, coordinates }) =>
    `kNN, ${counted(neighbours, 'neighbour')} among ${counted(references.rows, 'reference row')}, ${coordinates.scaling} features`,
  pack: ({ detector, features, seed, neighbours, coordinates, lifts, references }) => ({
    detector,
    features,
    seed,
    neighbours,
    coordinates: packCoordinates(coordinates),
    lifts,
    rows: references.rows,
    values: references.values,
    codes: references.codes,
  }),
  unpack(packed, features) {
    const seed = count(packed.seed, 'seed')
    const neighbours = count(packed.neighbours, 'neighbours')
    const rows = count(packed.rows, 'rows')
    if (neighbours < 1 || neighbours > MOST_NEIGHBOURS || rows <= neighbours) {
      throw bad('it has too few reference rows for its neighbours')
    }
    const coordinates = unpackCoordinates(packed.coordinates, features)
    const width = measuredFeatures(coordinates).length
    const coded = codedFeatures(coordinates)
    const values = array(packed.values, 'the reference rows', [Float64Array], rows * width)
    const codes = array(packed.codes, 'the reference rows', [Int32Array], rows * coded.length)
    const possible =
      values.every((x) => Math.abs(x) <= FARTHEST) &&
      codes.every((code, i) => code >= 0 && code < coordinates.costs[coded[i % coded.length]].length)
    if (!possible) throw bad('its reference rows hold impossible numbers')
    const costs = Float64Array.from(codes, (code, i) => coordinates.costs[coded[i % coded.length]][code])
    const base = new Float64Array(rows)
    const references: Points = { rows, width, values, coded: coded.length, codes, costs, base }
    const lifts = unpackLifts(packed.lifts, features.length)
    return { detector: 'knn', features, seed, neighbours, coordinates, lifts, references }
  },
}
