import type { Verdict } from '@xenolith/core'

/** A shape beside the word of each verdict, so that no colour stands alone. */
export const verdictMarks: Readonly<Record<Verdict, string>> = { alien: '▲', nominal: '●', unsure: '◐' }

/** "3 s ago", "2 min ago", "yesterday" by hours. */
export function ago(at: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000))
  if (seconds < 60) return `${seconds} s ago`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  if (seconds < 48 * 3600) return `${Math.floor(seconds / 3600)} h ago`
  return `${Math.floor(seconds / 86_400)} days ago`
}

/** A moment as people write it: today's by the hour, others with their day. */
export function moment(at: number, now: number): string {
  const date = new Date(at)
  const two = (n: number): string => String(n).padStart(2, '0')
  const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
  const same = new Date(now).toDateString() === date.toDateString()
  return same ? time : `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${time}`
}
