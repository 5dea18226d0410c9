import { bad, fields, number, optional } from '../../codec/shape.js'
import type { Learned } from './learned.js'

export function packLearned(learned: Learned | null): unknown {
  return learned && { auc: learned.auc, deviation: learned.deviation }
}

export function unpackLearned(packed: unknown): Learned | null {
  return optional(packed, 'what was learned', (value, where) => {
    const { auc, deviation } = fields(value, where)
    const read = { auc: number(auc, where), deviation: number(deviation, where) }
    if (!(read.auc >= 0 && read.auc <= 1 && read.deviation > 0)) throw bad(`${where} is damaged`)
    return read
  })
}
