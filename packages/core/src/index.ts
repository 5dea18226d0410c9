export { raiseAlarms } from './alarms/alarms.js'
export { type Contribution, explain } from './alarms/explain.js'
export { alarmGeometry } from './alarms/geometry.js'
export { AlarmSample } from './alarms/groups/alarm-sample.js'
export { type AlarmGroups, findGroups, type GroupOptions, groupOf, typicalRows } from './alarms/groups/groups.js'
export { groupTraits, type Trait } from './alarms/groups/traits.js'
export { nearestReferences } from './alarms/nearest.js'
export { type AlienCdf, alienCdf } from './cdf/alien.js'
export { empiricalCdf, sortScores } from './cdf/empirical.js'
export { type NominalRanks, nominalRanks } from './cdf/nominal-ranks.js'
export { type OrderedSample, orderedSample } from './cdf/ordered-sample.js'
export { prepare, type Samples, type ScoreArrays, type Scores } from './cdf/samples.js'
export { testAdmissibility } from './certificates/admissibility.js'
export { type Threshold, type ThresholdInput, threshold } from './certificates/algorithm1/algorithm1.js'
export { isEstimate } from './certificates/algorithm1/estimates.js'
export type { AuditLabels, Verdict } from './certificates/audit/labels.js'
export { type AuditGain, type AuditPlan, auditGain, planAudit } from './certificates/audit/planning.js'
export type {
  Admissibility,
  AlphaSource,
  Certificate,
  CertificateFields,
  Certified,
  Conditional,
  EstimateCertificate,
  EstimateMethod,
  Method,
  NominalScores,
  RefusedCertificate,
  Separation,
} from './certificates/certificate.js'
export { type CertifyInput, certify, uncertified } from './certificates/certify.js'
export { type EvidenceInput, gatherEvidence } from './certificates/evidence.js'
export type {
  AlphaEstimate,
  AlphaEvidence,
  Choice,
  Curves,
  Evidence,
  Histogram,
  Reason,
  SampleSizes,
  Sensitivity,
  TopRows,
  Tradeoff,
} from './certificates/evidence-types.js'
export { methodNames as methods, type PlanMethod, planMethods } from './certificates/methods.js'
export { type PlaceGatesInput, placeGates } from './certificates/placed-gates.js'
export { type Plan, type PlanInput, plan } from './certificates/plan.js'
export { conditionOf, hasTerms, type Promised, type Standing, standing } from './certificates/standing.js'
export type { PromiseTerms } from './certificates/terms.js'
export type { Gate } from './certificates/walk/schedule.js'
export type { CategoricalProfile, ColumnProfile, NumericProfile, TableProfile } from './data/profile.js'
export { drawReferences, type ReferenceRows } from './data/reference-rows.js'
export { drawRows, holdOut, type Split } from './data/split.js'
export { paperTable } from './data/synthetic.js'
export {
  type CategoricalColumn,
  type Column,
  categoricalColumn,
  type Feature,
  MISSING,
  type NumericColumn,
  numericTable,
  selectRows,
  type Table,
  UNSEEN,
} from './data/table.js'
export { describeModel } from './detectors/describe.js'
export type { Fit, Progress } from './detectors/detector.js'
export { fit, score } from './detectors/fit.js'
export type { Model } from './detectors/models.js'
export { DEFAULT_DETECTOR, type FitOptions, type FittedOptions } from './detectors/options.js'
export { type DetectorName, detectorNames } from './detectors/table.js'
export { type ErrorCode, errorKinds, XenolithError } from './errors.js'
export { certificateJson } from './model-file/certificate-codec.js'
export { FORMAT_VERSION } from './model-file/container.js'
export {
  type DataFingerprint,
  type DataProfiles,
  decodeModelFile,
  encodeModelFile,
  type ModelFile,
  type ReadModelFile,
} from './model-file/model-file.js'
export type { Setting, Settings } from './model-file/settings.js'
export { type Signature, splitSignature, withSignature } from './model-file/signature.js'
export { Random, substream } from './numeric/random.js'
export { auditedBounds } from './proportion/audited-bound.js'
export { type EstimateOptions, estimateAlpha, estimators } from './proportion/estimate.js'
export {
  type Estimate,
  type EstimatorFacts,
  type EstimatorName,
  estimatorNames,
  type Refusal,
  type RowsAndScores,
} from './proportion/estimator.js'
export { alphaLowerBound } from './proportion/lower-bound.js'
export { type Recommendation, recommend } from './proportion/recommend.js'
export { type SeparationBound, separationBound, separationBoundAtQuantile } from './proportion/separation-bound.js'
export { anytimeInterval, type Interval } from './review/anytime.js'
export { certifyDrawn, type DrawnCertificate, type DrawnInput } from './review/drawn-certificate.js'
export { moreLabels, type Outlook } from './review/more-labels.js'
export {
  type Bounded,
  type Found,
  type Review,
  type ReviewInput,
  recallFromFound,
  review,
  type Verdicts,
} from './review/review.js'
export { addCounts, countScores, noCounts, type WatchCounts } from './watch/counts.js'
export { type Finding, readWatch, readWatchSince, type WatchReading } from './watch/evidence.js'
export { planWatch, type Region, type WatchInput, type WatchPlan } from './watch/plan.js'
