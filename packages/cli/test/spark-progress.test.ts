import { expect, it } from 'vitest'
import { progressIn } from '../src/spark/progress.js'

const bar = (stage: number, done: number): string =>
  `\r[Stage ${stage}:=====>                       (${done} + 2) / 7]\r${' '.repeat(60)}\r`

it('tells the last step of a job and the tasks of its stage', () => {
  expect(progressIn('')).toBe('')
  expect(progressIn('WARN: something else\n')).toBe('')
  expect(progressIn(bar(0, 1))).toBe('stage 0: 1 of 7 tasks done')
  const heard = `${bar(0, 1)}xenolith: scoring\n`
  expect(progressIn(heard)).toBe('scoring')
  expect(progressIn(heard + bar(3, 2) + bar(3, 5))).toBe('scoring, stage 3: 5 of 7 tasks done')
  // What is still being written is not read.
  expect(progressIn(`${heard}${bar(4, 6)}\r[Stage 4:=====>    (6 +`)).toBe('scoring, stage 4: 6 of 7 tasks done')
  expect(progressIn(`${heard}xenolith: looking thr`)).toBe('scoring')
})
