/** A problem document (RFC 9457), as the service answers with it. */
export interface Problem {
  readonly code: string
  readonly status: number
  readonly detail: string
  readonly [more: string]: unknown
}

/** The service answered, and the answer is no. */
export class Refused extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.detail)
    this.name = 'Refused'
    this.problem = problem
  }
}

/** Nobody answered, or the service cannot now: the same request may succeed later. */
export class NoAnswer extends Error {
  constructor(why: string) {
    super(why)
    this.name = 'NoAnswer'
  }
}

/** Statuses after which the same request may succeed. */
const LATER = new Set([408, 429, 502, 503, 504])

/** What an answer that is no success says. */
export async function refusalOf(answer: Response): Promise<Refused | NoAnswer> {
  const text = await answer.text().catch(() => '')
  const problem = readProblem(text) ?? {
    code: 'unknown',
    status: answer.status,
    detail: `the service answered with status ${answer.status}`,
  }
  return LATER.has(answer.status) ? new NoAnswer(problem.detail) : new Refused(problem)
}

function readProblem(text: string): Problem | null {
  try {
    const value = JSON.parse(text) as Problem | null
    const whole =
      typeof value?.code === 'string' && typeof value.status === 'number' && typeof value.detail === 'string'
    return whole ? value : null
  } catch {
    return null
  }
}

/** One line for a person. */
export function wordsOf(error: unknown): string {
  if (error instanceof NoAnswer) return `The service does not answer: ${error.message}.`
  if (error instanceof Refused) return `${sentence(error.problem.detail)}`
  return error instanceof Error ? sentence(error.message) : sentence(String(error))
}

function sentence(words: string): string {
  const start = words.slice(0, 1).toUpperCase() + words.slice(1)
  return /[.!?]$/.test(start) ? start : `${start}.`
}
