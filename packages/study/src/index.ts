export { type AlarmOptions, type Alarms, alarms } from './alarms.js'
export { type Answer, answerFor, type Question, type TimedEstimate } from './alpha/answer.js'
export { type EstimateSettings, estimateEach, usualEstimators } from './alpha/estimates.js'
export { inflate } from './alpha/settle.js'
export { type Candidate, candidates } from './auto/candidates.js'
export {
  type ChoosingRows,
  type Chosen,
  choosingRows,
  type Fitted,
  fitCandidates,
  type Parts,
  partsOf,
  scoreChosen,
  takeCandidate,
} from './auto/train-auto.js'
export { type BatchReading, type BatchWatch, readingWords, watchBatch } from './batch-watch.js'
export { type CertifiedScores, type CertifyOptions, certifyScores, type ScoresToCertify } from './certify-scores.js'
export { checkNumbers, checkTerms } from './check-terms.js'
export { type DataNote, dataNotes, type NotedTables } from './data-notes.js'
export { type Listener, silent, type Work } from './listener.js'
export { type Parted, setAside } from './pilot.js'
export { reasonsOf } from './reasons.js'
export type { Refusal } from './refusal.js'
export type { StudyData, StudyRequest, Terms, Training } from './request.js'
export type { Scored } from './scored.js'
export { requestFrom } from './settings.js'
export { certifyScored, type Finished, type StudyOptions, study } from './study.js'
export { trainAndScore } from './train.js'
export { type Difference, type Verification, verify } from './verify.js'
export { version } from './version.js'
