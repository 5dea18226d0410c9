import { expect, it } from 'vitest'
import * as core from '../src/index.js'
import * as internals from '../src/internals.js'

/*
 * What people may build on, by what it is for. A name is added here on purpose, in the change that documents it; what
 * only our own packages need belongs to @xenolith/core/internals.
 */
const surface: Record<string, string> = {
  'tables and rows':
    'numericTable categoricalColumn selectRows drawRows holdOut MISSING UNSEEN paperTable substream Random',
  detectors: 'fit score explain raiseAlarms detectorNames DEFAULT_DETECTOR describeModel',
  alarms: 'alarmGeometry AlarmSample findGroups groupOf typicalRows groupTraits nearestReferences drawReferences',
  samples: 'prepare sortScores orderedSample nominalRanks empiricalCdf alienCdf',
  certificates:
    'certify certifyDrawn uncertified threshold methods testAdmissibility gatherEvidence placeGates standing hasTerms isEstimate conditionOf certificateJson',
  planning: 'plan planMethods planAudit auditGain',
  alpha:
    'alphaLowerBound separationBound separationBoundAtQuantile auditedBounds estimateAlpha estimators estimatorNames recommend',
  'model files': 'encodeModelFile decodeModelFile splitSignature withSignature FORMAT_VERSION',
  reviews: 'review recallFromFound moreLabels anytimeInterval',
  watching: 'planWatch readWatch readWatchSince countScores addCounts noCounts',
  errors: 'XenolithError errorKinds',
}

it('the public names are those that are meant to be', () => {
  expect(Object.keys(core).sort()).toEqual(
    Object.values(surface)
      .flatMap((names) => names.split(' '))
      .sort(),
  )
})

it('no name is both public and internal, unless it is one thing', () => {
  const [open, inner]: Record<string, unknown>[] = [core, internals]
  for (const name of Object.keys(inner)) if (name in open) expect(open[name], name).toBe(inner[name])
})
