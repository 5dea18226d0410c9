import { createHash } from 'node:crypto'
import { XenolithError } from '@xenolith/core'
import { type Acting, first, reads, type Tx, writes } from '../driver.js'
import { append } from './events.js'

export interface ModelRow {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly sha256: string
  readonly format: number
  readonly bytes: number
  readonly created_at: number
  readonly created_by: string
}

export interface CertificateRow {
  readonly id: string
  readonly model_id: string
  readonly certified: number
  readonly tau: number | null
  /** The certificate, as JSON text. */
  readonly body: string
  /** Nominal scores at fixed ranks, as JSON text; null where the model has none. */
  readonly ranks: string | null
  readonly looks: number
  readonly supersedes: string | null
  readonly issued_at: number
  readonly issued_by: string
}

const MODEL = 'id, name, version, sha256, format, bytes, created_at, created_by'

export interface NewModel {
  readonly model: Omit<ModelRow, 'version'>
  readonly file: Uint8Array
  readonly certificate: Omit<CertificateRow, 'model_id' | 'issued_at' | 'issued_by'>
}

async function certificateOf(tx: Tx, model: string): Promise<CertificateRow> {
  return (await first<CertificateRow>(
    tx,
    'SELECT * FROM certificates WHERE model_id = ? ORDER BY issued_at, id',
    model,
  ))!
}

async function addCertificate(tx: Tx, c: CertificateRow): Promise<void> {
  await tx.all(
    'INSERT INTO certificates (id, model_id, certified, tau, body, ranks, looks, supersedes, issued_at, issued_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ...([
      c.id,
      c.model_id,
      c.certified,
      c.tau,
      c.body,
      c.ranks,
      c.looks,
      c.supersedes,
      c.issued_at,
      c.issued_by,
    ] as const),
  )
  const body = {
    certificate: c.id,
    model: c.model_id,
    supersedes: c.supersedes,
    looks: c.looks,
    ranks: c.ranks === null ? null : createHash('sha256').update(c.ranks).digest('hex'),
    body: JSON.parse(c.body),
  }
  await append(tx, { at: c.issued_at, actor: c.issued_by, kind: 'certificate.issued', subject: c.id, body })
}

/** A question about scores: whose they are, which (by a digest that their order does not change), and what was asked. */
export interface Look {
  readonly model: string
  readonly scores: string
  readonly terms: string
}

/** Which look at these scores this is, from 1. The same question again is the same look. */
async function noteLook(tx: Tx, { model, scores, terms }: Look): Promise<number> {
  const looks = await tx.all<{ terms: string; number: number }>(
    'SELECT terms, number FROM looks WHERE model_id = ? AND scores_sha256 = ?',
    ...([model, scores] as const),
  )
  const known = looks.find((look) => look.terms === terms)
  if (known !== undefined) return known.number
  const number = looks.length + 1
  await tx.all(
    'INSERT INTO looks (model_id, scores_sha256, terms, number) VALUES (?, ?, ?, ?)',
    ...([model, scores, terms, number] as const),
  )
  return number
}

/** The scores of a certificate, as JSON text, with its SHA-256. */
export interface KeptScores {
  readonly body: string
  readonly sha256: string
}

async function keepScores(tx: Tx, id: string, { body, sha256 }: KeptScores, { actor, at }: Acting): Promise<void> {
  await tx.all('INSERT INTO certificate_scores (certificate_id, body, sha256) VALUES (?, ?, ?)', id, body, sha256)
  await append(tx, { at, actor, kind: 'scores.kept', subject: id, body: { certificate: id, sha256 } })
}

export const models = {
  /** The same bytes are the same model: a second upload answers with the first. */
  addModel: writes(async (tx: Tx, { model, file, certificate }: NewModel) => {
    const known = await first<ModelRow>(tx, `SELECT ${MODEL} FROM models WHERE sha256 = ?`, model.sha256)
    if (known !== undefined) return { created: false, model: known, certificate: await certificateOf(tx, known.id) }
    const last = await first<{ version: number | null }>(
      tx,
      'SELECT MAX(version) AS version FROM models WHERE name = ?',
      model.name,
    )
    const row: ModelRow = { ...model, version: (last?.version ?? 0) + 1 }
    await tx.all(
      'INSERT INTO models (id, name, version, sha256, format, bytes, file, created_at, created_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...([
        row.id,
        row.name,
        row.version,
        row.sha256,
        row.format,
        row.bytes,
        file,
        row.created_at,
        row.created_by,
      ] as const),
    )
    await append(tx, { at: row.created_at, actor: row.created_by, kind: 'model.added', subject: row.id, body: row })
    const issued = { ...certificate, model_id: row.id, issued_at: row.created_at, issued_by: row.created_by }
    await addCertificate(tx, issued)
    return { created: true, model: row, certificate: issued as CertificateRow }
  }),
  /** The same certificate from the same scores is the one that there is, and stands as that one does. */
  addCertificate: writes(
    async (tx: Tx, { certificate, scores }: { certificate: CertificateRow; scores: KeptScores }) => {
      const { model_id, body, issued_by: actor, issued_at: at } = certificate
      const model = await first(tx, 'SELECT id FROM models WHERE id = ?', model_id)
      if (model === undefined) throw new XenolithError('not-found', `there is no model ${model_id}`)
      const known = await first<CertificateRow>(
        tx,
        `SELECT c.* FROM certificates c JOIN certificate_scores s ON s.certificate_id = c.id
         WHERE c.model_id = ? AND c.body = ? AND s.sha256 = ?`,
        ...([model_id, body, scores.sha256] as const),
      )
      if (known !== undefined) return { created: false, certificate: known }
      await addCertificate(tx, certificate)
      await keepScores(tx, certificate.id, scores, { actor, at })
      return { created: true, certificate }
    },
  ),
  /** Noted before the answer is known: a refusal is a look too. */
  noteLook: writes((tx: Tx, look: Look) => noteLook(tx, look)),
  /** Keeps the scores of a certificate that came without them; once. */
  keepScores: writes(
    async (tx: Tx, { id, scores, look, ...acting }: { id: string; scores: KeptScores; look: Look } & Acting) => {
      const known = await first<{ sha256: string }>(
        tx,
        'SELECT sha256 FROM certificate_scores WHERE certificate_id = ?',
        id,
      )
      if (known !== undefined) return false
      await noteLook(tx, look)
      await keepScores(tx, id, scores, acting)
      return true
    },
  ),
  scoresOf: reads((tx: Tx, id: string) =>
    first<KeptScores>(tx, 'SELECT body, sha256 FROM certificate_scores WHERE certificate_id = ?', id),
  ),
  /** One certificate of each draw: a second, with other terms, would be a second look. */
  addDrawnCertificate: writes(
    async (tx: Tx, input: { draw: string; certificate: CertificateRow; scores: KeptScores }) => {
      const { draw, certificate, scores } = input
      const used = await first<{ seq: number }>(
        tx,
        "SELECT seq FROM events WHERE kind = 'draw.certified' AND subject = ? LIMIT 1",
        draw,
      )
      if (used !== undefined) throw new XenolithError('conflict', `draw ${draw} has given a certificate already`)
      await addCertificate(tx, certificate)
      const { id, issued_at, issued_by } = certificate
      await keepScores(tx, id, scores, { actor: issued_by, at: issued_at })
      await append(tx, {
        at: issued_at,
        actor: issued_by,
        kind: 'draw.certified',
        subject: draw,
        body: { draw, certificate: id },
      })
      return certificate
    },
  ),
  models: reads((tx: Tx, _: null) =>
    Promise.resolve(tx.all<ModelRow>(`SELECT ${MODEL} FROM models ORDER BY created_at, id`)),
  ),
  model: reads((tx: Tx, id: string) => first<ModelRow>(tx, `SELECT ${MODEL} FROM models WHERE id = ?`, id)),
  modelFile: reads((tx: Tx, id: string) => first<{ file: Uint8Array }>(tx, 'SELECT file FROM models WHERE id = ?', id)),
  certificates: reads((tx: Tx, model: string | null) =>
    Promise.resolve(
      model === null
        ? tx.all<CertificateRow>('SELECT * FROM certificates ORDER BY issued_at, id')
        : tx.all<CertificateRow>('SELECT * FROM certificates WHERE model_id = ? ORDER BY issued_at, id', model),
    ),
  ),
  certificate: reads((tx: Tx, id: string) => first<CertificateRow>(tx, 'SELECT * FROM certificates WHERE id = ?', id)),
}
