/*
 * @xenolith/core/internals: what the other packages and the experiments share with the reference implementation. Checks, tables,
 * parts of the papers' formulas, the last step of every score. Not part of the library's contract: it changes without notice.
 */

export { checkExplainable, largestGains, steadyModel, withoutEach } from './alarms/explain.js'
export { GROUPED_ROWS } from './alarms/groups/groups.js'
export { referenceDistances } from './alarms/nearest.js'
export { type Cells, type Overview, oneCell, type SampleName } from './cdf/cells.js'
export { conformalPValues, countPValues, type PValueCounts, selectionCutoff } from './cdf/conformal.js'
export { evenCuts } from './cdf/cuts.js'
export { shareAbove } from './cdf/empirical.js'
export { type Asked, askCells, type Reply } from './cdf/from-cells.js'
export { type Found, type Part, type Pass, refined } from './cdf/pass.js'
export { Tally } from './cdf/tally.js'
export { TieBits, tieSeed } from './cdf/tie-seed.js'
export { thresholdOf } from './certificates/algorithm1/algorithm1.js'
export { checkLabels } from './certificates/audit/labels.js'
export {
  bestShare,
  jointFalseAlarmBand,
  theorem1Band,
  theorem1Epsilon,
  theorem1SampleSize,
  unequalEpsilon,
} from './certificates/bands/theorem1.js'
export type { CarriedScores } from './certificates/carried-scores.js'
export { complement } from './certificates/checks.js'
export { tradeoff } from './certificates/evidence.js'
export { type Forecast, type ForecastInput, forecaster } from './certificates/forecast/forecast.js'
export { methodOf } from './certificates/methods.js'
export { gatesBesideAtoms } from './certificates/placed-gates.js'
export { HIGHEST_RATE } from './certificates/walk/ranks.js'
export { type Copies, findCopies, rowKeys } from './data/copies.js'
export { rowMajor } from './data/matrix.js'
export { PROFILE_LEVELS, placeAmong, profileTable } from './data/profile.js'
export { type Drawn, RowDraw, TIE_ROWS, tieRows } from './data/row-draw.js'
export { paperAlienRow, paperNominalRow } from './data/synthetic.js'
export { alignTable, checkValues, featuresOf, LARGEST, MISSING, UNSEEN } from './data/table.js'
export { varies } from './data/varies.js'
export { alikeRows, alikeRowsOf, settleAlike } from './detectors/alike-rows.js'
export {
  type BlendModel,
  type BlendOptions,
  blendScores,
  type FittedPart,
  finishBlend,
  planBlend,
} from './detectors/blend/blend.js'
export { type PartModel, type PartName, writtenPart } from './detectors/blend/parts.js'
export {
  type ContrastModel,
  type ContrastOptions,
  divideRows,
  finishContrast,
  growContrast,
  planContrast,
  scoreContrast,
} from './detectors/contrast/contrast.js'
export { hasLearned, type Learned } from './detectors/contrast/learned.js'
export { stackedOptions } from './detectors/contrast/stack.js'
export {
  addBases,
  costsLeftOut,
  type Points,
  place,
  pointsBetween,
  withCosts,
} from './detectors/coordinates/coordinates.js'
export { liftSurprises } from './detectors/coordinates/never-seen.js'
export {
  type DensityForestModel,
  type DensityForestOptions,
  finishDensityForest,
  scoreOf as densityScoreOf,
} from './detectors/density-forest/density-forest.js'
export { logDensities } from './detectors/density-forest/walk.js'
export { type Detector, type DetectorOption, report, type TrainingScores } from './detectors/detector.js'
export { usesRareValues, withLifts, withRareValues } from './detectors/fit.js'
export {
  type FusedContrastModel,
  type FusedContrastOptions,
  finishFusedContrast,
  planFusedContrast,
} from './detectors/fused-contrast/fused-contrast.js'
export { type FusionModel, type FusionOptions, finishFusion, fuse, planFusion } from './detectors/fusion/fusion.js'
export type { MemberModel, MemberName, MemberTypes } from './detectors/fusion/members.js'
export { learnRanks } from './detectors/fusion/ranks.js'
export type { Axes } from './detectors/gmm/axes.js'
export {
  bestOf,
  type Density,
  finishGmm,
  fitDensity,
  type GmmModel,
  type GmmOptions,
  outsideFold,
  planGmm,
  setAt,
} from './detectors/gmm/gmm.js'
export {
  emptyMoments,
  type Mixture,
  type MixtureRows,
  type Moments,
  plainRows,
} from './detectors/gmm/mixture.js'
export { type Forest, type ForestNodes, isolationDepth, splitValue } from './detectors/iforest/forest.js'
export {
  type ForestPlan,
  type IsolationForestModel,
  type IsolationForestOptions,
  isolationScore,
  planForest,
} from './detectors/iforest/isolation-forest.js'
export { finishKnn, type KnnModel, type KnnOptions, planKnn, prepareKnn } from './detectors/knn/knn.js'
export { NOBODY } from './detectors/knn/neighbours.js'
export { prepareBinChoice } from './detectors/loda/bins.js'
export { completeRows, encodeTable, encodeTraining } from './detectors/loda/encode.js'
export { type LodaModel, type LodaOptions, type LodaPlan, type Projection, planLoda } from './detectors/loda/loda.js'
export { LOG_EMPTY } from './detectors/loda/projection.js'
export type { FittedModel } from './detectors/models.js'
export { areOfLearner, checkOptions } from './detectors/options.js'
export { classesOf, lower, type PerClassModel, stage } from './detectors/per-class/per-class.js'
export { hasNearlyConstant, liftRareValues, liftTrainingRows } from './detectors/rare-values.js'
export {
  densitiesOf,
  difference,
  finishRatio,
  fitPair,
  planRatio,
  type RatioModel,
  type RatioOptions,
  ratioModel,
  rowsByFold,
} from './detectors/ratio/ratio.js'
export { type Detectors, detectorOf, type LearningName, learnsFromMixture } from './detectors/table.js'
export { expect, isOutOfMemory } from './errors.js'
export { readCertificate } from './model-file/certificate-codec.js'
export { encodeContainer } from './model-file/container.js'
export { packModel } from './model-file/model-codec.js'
export { clopperPearsonLower, clopperPearsonUpper } from './numeric/clopper-pearson.js'
export { exp, log } from './numeric/elementary.js'
export { type LogisticRows, PlainLogisticRows, paddedColumns } from './numeric/logistic-rows.js'
export { normalQuantile } from './numeric/normal.js'
export { deriveSeed, sampleToFront, streamWords } from './numeric/random.js'
export { sha256 } from './numeric/sha256.js'
export { countAtMost } from './numeric/sort.js'
export { type BestBinEstimate, bestBinEstimate } from './proportion/bbe.js'
export type { EstimatorKernels } from './proportion/estimator.js'
export {
  drawFourier,
  type FourierDraw,
  type FourierFeatures,
  type FourierMaker,
  type FourierRows,
  plainFourier,
} from './proportion/fourier-features.js'
export { alphaLowerBoundDkw } from './proportion/lower-bound.js'
export { anytimeLower, anytimeUpper } from './review/anytime.js'
export { BUCKETS } from './trees/best-split.js'
export { featuresTried } from './trees/node-search.js'
export { poolRows } from './trees/pooled-rows.js'
export {
  growForest,
  mixtureFlags,
  plainForest,
  trainedRows,
} from './trees/random-forest.js'
export { rankColumns, rankRows } from './trees/ranked-rows.js'
export { plainShareForest, type ShareForest, type ShareForestMaker, type SharePlan } from './trees/share-forest.js'
export type { RankedRows, VotingForest, VotingForestMaker } from './trees/voting-forest.js'
export { followedStarts, watchLimits } from './watch/evidence.js'
