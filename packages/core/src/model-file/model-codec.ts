import type { Feature } from '../data/table.js'
import type { FittedModel, Model } from '../detectors/fit.js'
import { bad } from './container.js'
import { packForest, unpackForest } from './forest-codec.js'
import { packProjections, unpackProjections } from './loda-codec.js'
import { count, fields, flag, list, number, oneOf, text } from './shape.js'

/** Row counts of a forest are 32-bit integers. */
const MOST_ROWS = 0x7fffffff

/** The model as plain data for the container. */
export function packModel(model: Model): unknown {
  switch (model.detector) {
    case 'iforest':
      return { ...model, forest: packForest(model.forest, model.features) }
    case 'loda':
      return { ...model, projections: packProjections(model.projections) }
    case 'per-class':
      return { ...model, models: model.models.map(packModel) }
    default:
      return model
  }
}

/** The model, every part of it checked. */
export function unpackModel(value: unknown): Model {
  const packed = fields(value, 'the model')
  if (packed.detector === 'iforest' || packed.detector === 'loda') return unpackFitted(packed)
  const features = list(packed.features, 'features', readFeature)
  switch (packed.detector) {
    case 'softmax':
      if (features.length < 2) throw bad('its detector "softmax" has fewer than two columns')
      return {
        detector: 'softmax',
        features,
        input: oneOf(packed.input, 'input', ['logits', 'probabilities']),
        rule: oneOf(packed.rule, 'rule', ['max-softmax', 'max-logit', 'energy']),
      }
    case 'given':
      if (features.length !== 1) throw bad('its detector "given" has more than one column')
      return { detector: 'given', features }
    case 'per-class': {
      const models = list(packed.models, 'models', unpackFitted)
      const classes = list(packed.classes, 'classes', text)
      if (models.length === 0 || models.length !== classes.length) throw bad('its classes do not match its models')
      return { detector: 'per-class', features, classes, models }
    }
    default:
      throw bad('it holds a detector that this Xenolith does not know')
  }
}

function unpackFitted(value: unknown): FittedModel {
  const packed = fields(value, 'the model')
  const features = list(packed.features, 'features', readFeature)
  const seed = count(packed.seed, 'seed')
  if (packed.detector === 'loda') {
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
    return {
      detector: 'loda',
      features,
      seed,
      encodings,
      projections: unpackProjections(packed.projections, features.length),
    }
  }
  if (packed.detector !== 'iforest') throw bad('a class of it holds a detector that cannot be one')
  const subsample = count(packed.subsample, 'subsample')
  if (subsample < 2 || subsample > MOST_ROWS) throw bad('its subsample is impossible')
  const rangeCheck = flag(packed.rangeCheck, 'rangeCheck')
  return {
    detector: 'iforest',
    features,
    seed,
    subsample,
    rangeCheck,
    forest: unpackForest(packed.forest, features, subsample),
  }
}

function readFeature(value: unknown, where: string): Feature {
  const feature = fields(value, where)
  const name = text(feature.name, where)
  const kind = oneOf(feature.kind, where, ['numeric', 'categorical'])
  return kind === 'numeric' ? { name, kind } : { name, kind, categories: list(feature.categories, where, text) }
}
