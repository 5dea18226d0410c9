import { type EstimatorName, estimatorNames, type RowsAndScores, XenolithError } from '@xenolith/core'
import { refuteAlpha } from '@xenolith/pages/report'
import {
  answerFor,
  checkQuestion,
  type Question,
  timedEstimates,
  trainAndScore,
  usualEstimators,
} from '@xenolith/study'
import type { Frame } from '../frames.js'
import type { Session } from '../session.js'
import { trainingData, trainingOf } from './fit.js'
import type { Answer, Request } from './request.js'

interface AlphaHeader extends Question {
  readonly alpha?: number
  readonly estimators?: readonly string[]
  readonly bootstrap: number
}

/** What the data say about alpha: bounds apart from estimates. */
export const alpha: Request = async (frame, session): Promise<Answer> => {
  const { question, seed } = frame.header as { readonly question: AlphaHeader; readonly seed: number }
  const { listener } = session
  checkQuestion(question, listener)
  const chosen = question.estimators?.map(knownEstimator)
  const samples = await samplesOf(frame, session)
  const names = chosen ?? usualEstimators(samples)
  const settings = { seed, bootstrap: question.bootstrap, confidence: question.confidence }
  const estimates = await timedEstimates(names, samples, settings, listener)
  const answer = answerFor(samples, question, undefined, estimates)
  refuteAlpha(question.alpha, answer)
  return { fields: { answer } }
}

function knownEstimator(name: string): EstimatorName {
  if ((estimatorNames as readonly string[]).includes(name)) return name as EstimatorName
  throw new XenolithError(
    'bad-option',
    `there is no estimator "${name}"; expected some of ${estimatorNames.join(', ')}`,
  )
}

/** Scores as they came, or those of a detector that is trained on the tables. */
async function samplesOf(frame: Frame, session: Session): Promise<RowsAndScores> {
  const { header, buffers } = frame
  if (header.nominal === undefined) {
    const [nominal, mixture] = buffers.map(({ buffer }) => new Float64Array(buffer as ArrayBuffer))
    return { nominal, mixture }
  }
  const request = { training: trainingOf(header.training), terms: {}, seed: header.seed as number }
  return trainAndScore(trainingData(frame, session.listener), request, session)
}
