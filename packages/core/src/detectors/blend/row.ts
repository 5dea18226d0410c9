import { array, bad, count, fields, list } from '../../codec/shape.js'
import { treesOption } from '../contrast/trees-option.js'
import type { Detector } from '../detector.js'
import { readInnerFeatures } from '../features-codec.js'
import { unpackRanks } from '../fusion/ranks.js'
import { type BlendModel, type BlendOptions, fitBlend, scoreBlend } from './blend.js'
import { isPartName, MOST_PARTS, type PartModel, partNames, partOf } from './parts.js'

export interface BlendTypes {
  readonly learns: true
  readonly learnsFromMixture: true
  readonly options: BlendOptions
  readonly model: BlendModel
}

export const blend: Detector<BlendTypes> = {
  learns: true,
  learnsFromMixture: true,
  trainingScores: 'left-out',
  description: 'several detectors as one, each in a scaling of its own and with a weight, by ranks',
  options: [
    {
      option: 'parts',
      flag: '--parts <a,b:raw,c:ranks=2,..>',
      takes: 'names',
      help: `the detectors to blend, from ${partNames.join(', ')}, with a scaling where they have one and a weight (default: contrast, density-forest, and knn and gmm in every scaling, all alike)`,
    },
    treesOption,
  ],
  fit: fitBlend,
  score: scoreBlend,
  steady: (model) => ({
    ...model,
    parts: model.parts.map((part) => (partOf(part.detector).steady?.(part) ?? part) as PartModel),
  }),
  describe({ parts, weights }) {
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    const words = parts.map(
      (part, k) => `${partOf(part.detector).describe(part)} (${Math.round((100 * weights[k]) / total)} %)`,
    )
    return `blend of ${words.join('; ')}`
  },
  pack: ({ detector, features, seed, parts, ranks, weights }) => ({
    detector,
    features,
    seed,
    parts: parts.map((part) => partOf(part.detector).pack(part)),
    ranks,
    weights,
  }),
  unpack(packed, features) {
    const seed = count(packed.seed, 'seed')
    const parts = list(packed.parts, 'parts', (value, where) => {
      const own = fields(value, where)
      if (!isPartName(own.detector)) throw bad('a part of it is a detector that cannot be one')
      return partOf(own.detector).unpack(own, readInnerFeatures(own.features, features)) as PartModel
    })
    const ranks = list(packed.ranks, 'ranks', (value, where) => unpackRanks(fields(value, where)))
    const weights = array(packed.weights, 'weights', [Float64Array], parts.length)
    if (parts.length < 1 || parts.length > MOST_PARTS || ranks.length !== parts.length) {
      throw bad('its ranks do not match its parts')
    }
    if (!weights.every((weight) => weight > 0 && weight < Number.POSITIVE_INFINITY)) throw bad('a weight is impossible')
    return { detector: 'blend', features, seed, parts, ranks, weights }
  },
}
