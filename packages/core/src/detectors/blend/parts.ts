import { expect } from '../../errors.js'
import { type ContrastTypes, contrast } from '../contrast/row.js'
import { type Scaling, scalings } from '../coordinates/scale.js'
import type { Detector } from '../detector.js'
import { isMemberName, type MemberTypes, memberNames, memberOf } from '../fusion/members.js'
import { type RatioTypes, ratio } from '../ratio/row.js'

/** The types of every detector that can be blended: those of nominal rows, and those that learn from the mixture. */
export interface PartTypes extends MemberTypes {
  readonly contrast: ContrastTypes
  readonly ratio: RatioTypes
}

export type PartName = keyof PartTypes
export type PartModel = PartTypes[PartName]['model']

const learners: Pick<{ readonly [Name in PartName]: Detector<PartTypes[Name]> }, 'contrast' | 'ratio'> = {
  contrast,
  ratio,
}

export const partNames: readonly PartName[] = [...(Object.keys(learners) as PartName[]), ...memberNames]

export function isPartName(name: unknown): name is PartName {
  return isMemberName(name) || (typeof name === 'string' && Object.hasOwn(learners, name))
}

/** The row of a part for callers that hold a name and options or a model that belongs to it. */
export function partOf(name: PartName): Detector {
  return isMemberName(name) ? memberOf(name) : (learners[name as keyof typeof learners] as unknown as Detector)
}

/** A detector, how features are made comparable for it, and how much its ranks count. */
export interface Part {
  readonly name: PartName
  /** For a detector that has one. */
  readonly scaling?: Scaling
  readonly weight: number
}

export const MOST_PARTS = 20
/** The largest number that a weight may be. */
const MOST_WEIGHT = 1000

/** Reads what was written as `knn`, `knn:raw` or `knn:raw=2`; refuses what is no part, and parts that stand twice. */
export function readParts(written: readonly string[]): Part[] {
  expect(
    written.length >= 1 && written.length <= MOST_PARTS,
    'bad-option',
    `parts must be from 1 to ${MOST_PARTS} detectors, got ${written.length}`,
  )
  const parts = written.map(readPart)
  const twice = parts.find(({ name, scaling }, k) =>
    parts.slice(0, k).some((one) => one.name === name && one.scaling === scaling),
  )
  expect(
    twice === undefined,
    'bad-option',
    `parts must differ, but ${twice && writtenPart({ ...twice, weight: 1 })} stands twice`,
  )
  return parts
}

function readPart(text: string): Part {
  const [, name, scaling, weight] = /^([^:=]*)(?::([^=]*))?(?:=(.*))?$/.exec(text) ?? []
  expect(isPartName(name), 'bad-option', `parts must be among ${partNames.join(', ')}; got ${text}`)
  const scaled = partOf(name).options.some(({ option }) => (option as string) === 'scaling')
  expect(scaled || scaling === undefined, 'bad-option', `${name} has no scaling, got the part ${text}`)
  const own = scaled ? ((scaling ?? 'standardised') as Scaling) : undefined
  expect(
    own === undefined || scalings.includes(own),
    'bad-option',
    `the scaling of a part must be one of ${scalings.join(', ')}; got ${text}`,
  )
  const counts = weight === undefined ? 1 : Number(weight)
  expect(
    weight !== '' && counts > 0 && counts <= MOST_WEIGHT,
    'bad-option',
    `the weight of a part must be above 0 and at most ${MOST_WEIGHT}, got ${text}`,
  )
  return { name, ...(own && { scaling: own }), weight: counts }
}

/** A part as `readParts` reads it. */
export function writtenPart({ name, scaling, weight }: Part): string {
  return `${name}${scaling === undefined ? '' : `:${scaling}`}${weight === 1 ? '' : `=${weight}`}`
}
