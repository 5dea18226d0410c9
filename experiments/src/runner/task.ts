import { availableParallelism, cpus } from 'node:os'
import { checkData, dataMark } from '../data/load.js'
import type { DataPlace } from '../data/place.js'
import type { Part, Protocol } from '../element.js'
import { protocols } from '../protocols.js'
import type { Settings } from '../settings.js'
import { version } from '../version.js'
import { runJobs } from './crew.js'
import { fingerprint, type Journal, openJournal } from './journal.js'
import { createProgress } from './progress.js'

/** An element with its settings, and the journal of what is done of it. */
export interface Task {
  readonly name: string
  readonly settings: Settings
  readonly protocol: Protocol
  readonly parts: readonly Part[]
  readonly journal: Journal
}

export async function openTask(name: string, settings: Settings, work: string, data: DataPlace): Promise<Task> {
  const protocol = protocols[settings.kind]
  const mark = fingerprint(name, settings, protocol, await dataMark(settings, data))
  return { name, settings, protocol, parts: protocol.parts(settings), journal: await openJournal(work, name, mark) }
}

export interface ComputeOptions {
  /** Threads (default: the machine's cores). */
  readonly workers?: number
  readonly signal?: AbortSignal
  /** Words for the person. */
  readonly say?: (text: string) => void
  /** Where progress is shown. */
  readonly progress?: NodeJS.WriteStream
}

/** How many runs there were to do, and how many were found in journals. */
export interface Computed {
  readonly made: number
  readonly reused: number
}

/** Runs what no journal holds, for the element named. */
export async function compute(
  name: string,
  tasks: readonly Task[],
  data: DataPlace,
  { workers = availableParallelism(), signal, say = () => {}, progress: stream }: ComputeOptions,
): Promise<Computed> {
  const wanted = tasks.flatMap((task) =>
    Array.from({ length: task.settings.runs }, (_, run) =>
      task.parts.map((part) => ({ task, settings: task.settings, part, run })),
    ).flat(),
  )
  const jobs = wanted.filter(({ task, part, run }) => task.journal.record(part.key, run) === undefined)
  const reused = wanted.length - jobs.length
  say(`${name}: ${jobs.length} runs to do${reused > 0 ? `, ${reused} done before` : ''}`)
  if (jobs.length === 0) return { made: 0, reused }
  for (const { settings } of tasks) await checkData(settings.datasets ?? [], data)
  const total = jobs.reduce((sum, { part }) => sum + part.cost, 0)
  const progress = createProgress(total, jobs.length, stream)
  let spent = process.cpuUsage()
  try {
    await runJobs(
      jobs,
      workers,
      data,
      async ({ task, part, run }, record) => {
        // The time of all threads since the last record: a sum over records is the time of all of them.
        const { user, system } = process.cpuUsage(spent)
        spent = process.cpuUsage()
        await task.journal.append(part.key, run, record, Math.round((user + system) / 1000) / 1000)
        progress.done(part.cost, `${task.name} ${part.key}`)
      },
      signal,
    )
  } finally {
    progress.end()
  }
  return { made: jobs.length, reused }
}

/** The records of each part, in the order of runs. */
export function recordsOf({ settings, parts, journal }: Task): Map<string, unknown[]> {
  return new Map(
    parts.map((part) => [part.key, Array.from({ length: settings.runs }, (_, run) => journal.record(part.key, run))]),
  )
}

/** What results.json says. */
export function provenanceOf(
  element: string,
  { runs, seed }: Settings,
  tasks: readonly Task[],
  workers: number | undefined,
  milliseconds: number,
  reused: number,
): object {
  let cpuSeconds = 0
  for (const { parts, settings, journal } of tasks) {
    for (const { key } of parts) {
      for (let run = 0; run < settings.runs; run++) cpuSeconds += journal.cpuSeconds(key, run)
    }
  }
  return {
    element,
    runs,
    seed,
    version,
    node: process.version,
    cpu: cpus()[0]?.model ?? 'unknown',
    workers: workers ?? availableParallelism(),
    // Of all runs, whenever they were done.
    cpuSeconds: Math.round(cpuSeconds),
    // Of the last invocation, which found this many runs done.
    wallSeconds: Math.round(milliseconds / 1000),
    runsDoneBefore: reused,
  }
}
