import { bad, fields, list, text } from '../codec/shape.js'
import type { Feature } from '../data/table.js'
import { readFeatures, readInnerFeatures } from '../detectors/features-codec.js'
import type { FittedModel, Model } from '../detectors/models.js'
import { unpackRareValues } from '../detectors/rare-values.js'
import { detectorOf, isDetectorName } from '../detectors/table.js'

/** The model as plain data for the container. */
export function packModel(model: Model): unknown {
  if (model.detector === 'per-class') return { ...model, models: model.models.map(packModel) }
  return detectorOf(model.detector).pack(model)
}

/** The model, every part of it checked. */
export function unpackModel(value: unknown): Model {
  const packed = fields(value, 'the model')
  if (packed.detector !== 'per-class') return unpackOne(value)
  const features = readFeatures(packed.features)
  const models = list(packed.models, 'models', (one) => unpackFitted(one, features))
  const classes = list(packed.classes, 'classes', text)
  if (models.length === 0 || models.length !== classes.length) throw bad('its classes do not match its models')
  return { detector: 'per-class', features, classes, models }
}

/** A model by itself, or within one of these features. */
function unpackOne(value: unknown, outer?: readonly Feature[]): Exclude<Model, { detector: 'per-class' }> {
  const packed = fields(value, 'the model')
  const { detector } = packed
  if (!isDetectorName(detector)) throw bad('it holds a detector that this Xenolith does not know')
  const features = outer === undefined ? readFeatures(packed.features) : readInnerFeatures(packed.features, outer)
  const { unpack, liftsRareValues } = detectorOf(detector)
  const model = unpack(packed, features) as FittedModel
  if (packed.rare === undefined) return model
  if (liftsRareValues === undefined) throw bad('its detector has no rare values')
  return { ...model, rare: unpackRareValues(packed.rare, features) } as FittedModel
}

function unpackFitted(value: unknown, outer: readonly Feature[]): FittedModel {
  const { detector } = fields(value, 'the model')
  const learns = isDetectorName(detector) && detectorOf(detector).learns
  if (!learns) throw bad('a class of it holds a detector that cannot be one')
  return unpackOne(value, outer) as FittedModel
}
