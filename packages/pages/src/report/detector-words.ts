import type { Model } from '@xenolith/core'
import { count, counted } from '../index.js'

/** The detector of a model in words. */
export function detectorWords(model: Model): string {
  switch (model.detector) {
    case 'iforest': {
      const check = model.rangeCheck ? 'on' : 'off'
      return `isolation forest, ${counted(model.forest.root.length, 'tree')} on ${count(model.subsample)} rows each, range check ${check}`
    }
    case 'loda':
      return `bootstrap LODA, ${counted(model.projections.length, 'projection')}`
    case 'softmax':
      return `${model.rule} of ${model.input} for ${counted(model.features.length, 'category').replace(/ys$/, 'ies')}`
    case 'given':
      return `scores given in column "${model.features[0].name}"`
    case 'per-class':
      return `one detector for each of ${count(model.classes.length)} nominal categories (${model.classes.join(', ')}): ${detectorWords(model.models[0])}`
  }
}
