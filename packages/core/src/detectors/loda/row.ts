import { bad, count, fields, list, number } from '../../codec/shape.js'
import { counted } from '../counted.js'
import type { Detector } from '../detector.js'
import { fitLoda, type LodaModel, type LodaOptions, scoreLoda, seenByLoda } from './loda.js'
import { packProjections, unpackProjections } from './projections-codec.js'

export interface LodaTypes {
  readonly learns: true
  readonly options: LodaOptions
  readonly model: LodaModel
}

export const loda: Detector<LodaTypes> = {
  learns: true,
  liftsRareValues: ({ rareValues = true }) => rareValues,
  trainingScores: 'out-of-bag',
  description: 'bootstrap LODA',
  options: [
    {
      option: 'projections',
      flag: '--projections <N>',
      takes: 'count',
      help: 'projections of LODA (default: 1000)',
    },
    {
      option: 'rareValues',
      flag: '--no-rare-values',
      takes: 'off',
      help: 'do not lift rows with a rare value in a column in which nearly all nominal rows agree',
    },
  ],
  fit: fitLoda,
  seen: seenByLoda,
  score: scoreLoda,
  describe: ({ projections }) => `bootstrap LODA, ${counted(projections.length, 'projection')}`,
  pack: (model) => ({ ...model, projections: packProjections(model.projections) }),
  unpack(packed, features) {
    const seed = count(packed.seed, 'seed')
    const encodings = list(packed.encodings, 'encodings', (item, where) => {
      const encoding = fields(item, where)
      return { surprise: list(encoding.surprise, where, number), median: number(encoding.median, where) }
    })
    const complete = features.every(
      (feature, j) =>
        encodings[j] !== undefined &&
        (feature.kind === 'numeric' || encodings[j].surprise.length === feature.categories.length + 1),
    )
    if (!complete) throw bad('its encodings do not match its features')
    const projections = unpackProjections(packed.projections, features.length)
    const { filled } = packed
    if (filled !== undefined && filled !== true) throw bad('it does not say whether gaps are filled')
    return { detector: 'loda', features, seed, encodings, ...(filled ? { filled } : {}), projections }
  },
}
