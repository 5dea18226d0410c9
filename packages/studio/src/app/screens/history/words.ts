import { count, counted, number, percent } from '@xenolith/pages'
import type { HistoryEvent } from '../../service/shapes.ts'

/** An event for reading: what happened, and what it changed. */
export interface Told {
  readonly what: string
  /** "before → after", or what there is to say. */
  readonly change: string
  readonly grave: boolean
}

interface Body {
  readonly [field: string]: unknown
}

/** Words for the kinds that are known; others are shown by name. */
const kinds: Readonly<Record<string, (body: Body) => Omit<Told, 'grave'>>> = {
  'verdict.given': ({ before, verdict, reason, basis, draw }) => ({
    what: verdict === null ? 'took a verdict back' : 'gave a verdict',
    change: `${word(before ?? 'open')} → ${word(verdict ?? 'open')}${draw || basis === 'draw' ? ', in a draw' : basis === 'bulk' ? ', with others' : ''}${reason ? `: “${word(reason)}”` : ''}`,
  }),
  'draw.made': ({ size, rows, kind, population }) => ({
    what: 'drew rows',
    change: `${count(Number(size ?? (rows as unknown[] | undefined)?.length ?? 0))} of ${count(Number(population ?? 0))} ${kind === 'mixture' ? 'rows' : word(kind)}, at random`,
  }),
  'rows.scored': ({ rows, alarms }) => ({
    what: 'sent rows',
    change: `${counted(Number(rows), 'row')}, ${counted(Number(alarms), 'alarm')}`,
  }),
  'certificate.void': ({ before, reason }) => ({
    what: 'certificate is void',
    change: `${word(before)} → void: ${word(reason)}`,
  }),
  'certificate.at-risk': ({ before, reason }) => ({
    what: 'certificate is at risk',
    change: `${word(before)} → at risk: ${word(reason)}`,
  }),
  'certificate.valid': ({ before }) => ({ what: 'certificate holds again', change: `${word(before)} → valid` }),
  'stream.certificate': ({ before, certificate }) => ({
    what: 'put a certificate in force',
    change: `${short(before)} → ${short(certificate)}`,
  }),
  'stream.acknowledged': ({ status, reason }) => ({
    what: 'acknowledged',
    change: `${word(status)}: “${word(reason)}”`,
  }),
  'stream.added': ({ name }) => ({ what: 'added a stream', change: word(name) }),
  'stream.changed': ({ keepDays }) => ({ what: 'changed a stream', change: `rows kept for ${word(keepDays)} days` }),
  'model.added': ({ name, bytes }) => ({
    what: 'added a model',
    change: `${word(name)}, ${number(Number(bytes) / 1000, 3)} kB`,
  }),
  'certificate.issued': ({ body, looks }) => {
    const { certified, recall, method } = (body ?? {}) as Body
    const promise = typeof recall === 'number' ? `${percent(recall, 'down')} recall` : 'certified'
    const parts = [
      certified === true ? promise : 'promises nothing',
      word(method),
      looks ? `looks: ${word(looks)}` : '',
    ]
    return { what: 'issued a certificate', change: parts.filter((part) => part !== '').join(', ') }
  },
  'scores.kept': ({ sha256 }) => ({
    what: 'kept the scores of a certificate',
    change: sha256 ? `SHA-256 ${word(sha256).slice(0, 12)}…` : '',
  }),
  'draw.certified': ({ certificate }) => ({ what: 'certified by a draw', change: short(certificate) }),
  'rows.expired': ({ rows }) => ({ what: 'old rows deleted', change: counted(Number(rows ?? 0), 'row') }),
  'stream.imported': ({ rows }) => ({ what: 'imported a stream', change: counted(Number(rows ?? 0), 'row') }),
  'token.added': ({ name, role }) => ({ what: 'made a token', change: `${word(name)}, ${word(role)}` }),
  'token.revoked': () => ({ what: 'revoked a token', change: '' }),
  'hook.added': ({ url }) => ({ what: 'added a hook', change: word(url) }),
  'hook.removed': () => ({ what: 'removed a hook', change: '' }),
}

export function tell({ kind, body }: Pick<HistoryEvent, 'kind' | 'body'>): Told {
  const known = kinds[kind]
  const grave = kind === 'certificate.void'
  if (known === undefined) return { what: kind, change: '', grave }
  return { ...known((body ?? {}) as Body), grave }
}

function word(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}

/** The beginning of an id tells it from its neighbours; rows of a batch share it, and have numbers. */
export function short(id: unknown): string {
  const text = word(id)
  const row = /^([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}-(\d+)$/.exec(text)
  if (row !== null) return `row ${row[2]} of ${row[1]}`
  return /^[0-9a-f]{8}-/.test(text) ? text.slice(0, 8) : text
}
