const STEP = /xenolith: ([^\r\n]+)[\r\n]/g
const STAGE = /\[Stage (\d+):[^\r\n\]]*\((\d+) \+ (\d+)\) \/ (\d+)\]/g

/** How far a job has come, by all that was heard of it: the last step that our side told, and how many tasks of Spark's last stage since are done. */
export function progressIn(heard: string): string {
  const step = [...heard.matchAll(STEP)].at(-1)
  const stage = [...heard.matchAll(STAGE)].at(-1)
  const words = step === undefined ? [] : [step[1]]
  if (stage !== undefined && stage.index > (step?.index ?? 0)) {
    const [, number, done, , tasks] = stage
    words.push(`stage ${number}: ${done} of ${tasks} tasks done`)
  }
  return words.join(', ')
}
