export {
  type ArrowCells,
  type ArrowEncoder,
  type ArrowOutput,
  type ArrowOutputType,
  arrowEncoder,
} from './arrow/encode.js'
export { type ArrowTablesOptions, arrowTables } from './arrow/tables.js'
export type { Fingerprint } from './reading/bytes.js'
export { fingerprint } from './reading/fingerprint.js'
export { declaresTypes, type OpenOptions, openSource } from './reading/open.js'
export { readScores, readStrings, readTable, scan, scannedIdKind } from './reading/read.js'
export { type AuditFile, readAudit } from './reading/read-audit.js'
export { type OpenedModel, openModel, readModel } from './reading/read-model.js'
export { readScoreFile, scanScores, scoresOf } from './reading/score-file.js'
export type { Reading, ScannedBatch, ScanOptions, Selection, Source } from './reading/source.js'
export { columnCells } from './reading/table-cells.js'
export {
  checkTraining,
  openTraining,
  readTraining,
  readTrainingData,
  type TrainingData,
  type TrainingOptions,
  type TrainingSources,
} from './reading/training-data.js'
export { type KeyFiles, keyName, readPrivateKey, readPublicKey, writeKeyPair } from './signing/keys.js'
export { type SignatureState, signatureOf, signModel } from './signing/signature.js'
export { writeError } from './system/errors.js'
export { pathBytes } from './system/paths.js'
export { readPlainFile } from './system/plain-file.js'
export { refuseSameFile } from './system/same-file.js'
export { ScoreSpool } from './system/score-spool.js'
export { refuseClosedStdout } from './system/stdout.js'
export { checkOutput, writeFileAtomically } from './system/temporary.js'
export type { NumberFormat } from './text/locale.js'
export { nearest } from './text/nearest.js'
export type { Note } from './text/note.js'
export type { OutputBatch, OutputColumn } from './writing/cells.js'
export { createWriter } from './writing/write.js'
