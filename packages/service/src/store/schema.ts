/*
 * The whole schema, in the SQL that SQLite and PostgreSQL share. Times are milliseconds since 1970. A migration is a list of
 * statements; its place in the list is the version that it leads to. Old ones are never edited.
 */

export const migrations: readonly (readonly string[])[] = [
  [
    `CREATE TABLE models (id TEXT PRIMARY KEY, name TEXT NOT NULL, version INTEGER NOT NULL, sha256 TEXT NOT NULL UNIQUE, format INTEGER NOT NULL,
      bytes BIGINT NOT NULL, file BYTEA NOT NULL, created_at BIGINT NOT NULL, created_by TEXT NOT NULL, UNIQUE (name, version))`,
    `CREATE TABLE certificates (id TEXT PRIMARY KEY, model_id TEXT NOT NULL REFERENCES models(id), certified INTEGER NOT NULL, tau DOUBLE PRECISION,
      body TEXT NOT NULL, ranks TEXT, looks INTEGER NOT NULL DEFAULT 1, supersedes TEXT REFERENCES certificates(id), issued_at BIGINT NOT NULL, issued_by TEXT NOT NULL)`,
    `CREATE TABLE streams (id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, model_id TEXT NOT NULL REFERENCES models(id), certificate_id TEXT NOT NULL REFERENCES certificates(id),
      row_key TEXT, alpha DOUBLE PRECISION NOT NULL, confidence DOUBLE PRECISION NOT NULL, window_rows INTEGER NOT NULL, sample_rate DOUBLE PRECISION NOT NULL, sample_seed INTEGER NOT NULL,
      keep_days INTEGER NOT NULL, status TEXT NOT NULL CHECK (status IN ('valid','at-risk','void','without-promise')), reason TEXT,
      rows BIGINT NOT NULL DEFAULT 0, alarms BIGINT NOT NULL DEFAULT 0, created_at BIGINT NOT NULL)`,
    `CREATE TABLE batches (id TEXT PRIMARY KEY, stream_id TEXT NOT NULL REFERENCES streams(id), idempotency_key TEXT NOT NULL, body_sha256 TEXT NOT NULL, rows INTEGER NOT NULL,
      alarms INTEGER NOT NULL, response TEXT NOT NULL, received_at BIGINT NOT NULL, UNIQUE (stream_id, idempotency_key))`,
    // Every row, as counts in cells fixed at issue; sums hold all windows of the certificate up to this one.
    `CREATE TABLE windows (stream_id TEXT NOT NULL REFERENCES streams(id), certificate_id TEXT NOT NULL REFERENCES certificates(id), number INTEGER NOT NULL, closed INTEGER NOT NULL,
      starts_at BIGINT NOT NULL, ends_at BIGINT NOT NULL, rows INTEGER NOT NULL, alarms INTEGER NOT NULL, sums TEXT NOT NULL, columns TEXT NOT NULL,
      log_evidence DOUBLE PRECISION, log_restarted DOUBLE PRECISION, state TEXT, finding TEXT, PRIMARY KEY (stream_id, certificate_id, number))`,
    `CREATE TABLE kept_rows (id TEXT PRIMARY KEY, stream_id TEXT NOT NULL REFERENCES streams(id), batch_id TEXT NOT NULL REFERENCES batches(id), position INTEGER NOT NULL, row_key TEXT NOT NULL,
      score DOUBLE PRECISION NOT NULL, distance DOUBLE PRECISION NOT NULL, alarm INTEGER NOT NULL, sampled INTEGER NOT NULL, cells TEXT, scored_at BIGINT NOT NULL,
      certificate_id TEXT NOT NULL REFERENCES certificates(id), verdict TEXT CHECK (verdict IN ('alien','nominal','unsure')), verdict_seq BIGINT NOT NULL DEFAULT 0)`,
    'CREATE INDEX kept_by_score ON kept_rows (stream_id, alarm, score, id)',
    'CREATE INDEX kept_by_distance ON kept_rows (stream_id, alarm, distance, id)',
    'CREATE INDEX kept_by_time ON kept_rows (stream_id, alarm, scored_at, id)',
    `CREATE TABLE draws (id TEXT PRIMARY KEY, number BIGINT NOT NULL UNIQUE, stream_id TEXT NOT NULL REFERENCES streams(id), certificate_id TEXT NOT NULL REFERENCES certificates(id),
      kind TEXT NOT NULL CHECK (kind IN ('mixture','alarms','non-alarms')), seed INTEGER NOT NULL, population BIGINT NOT NULL, size INTEGER NOT NULL, closed INTEGER NOT NULL DEFAULT 0,
      drawn_at BIGINT NOT NULL, drawn_by TEXT NOT NULL)`,
    `CREATE TABLE draw_rows (draw_id TEXT NOT NULL REFERENCES draws(id), position INTEGER NOT NULL, row_id TEXT NOT NULL REFERENCES kept_rows(id), PRIMARY KEY (draw_id, position), UNIQUE (draw_id, row_id))`,
    'CREATE INDEX draws_of_row ON draw_rows (row_id)',
    // Append-only; a verdict of NULL takes the last one back.
    `CREATE TABLE verdicts (seq BIGINT PRIMARY KEY, row_id TEXT NOT NULL REFERENCES kept_rows(id), verdict TEXT CHECK (verdict IN ('alien','nominal','unsure')), reason TEXT,
      basis TEXT NOT NULL CHECK (basis IN ('queue','draw','bulk')), draw_id TEXT REFERENCES draws(id), reviewer TEXT NOT NULL, at BIGINT NOT NULL)`,
    'CREATE INDEX verdicts_of_row ON verdicts (row_id, seq)',
    `CREATE TABLE events (seq BIGINT PRIMARY KEY, at BIGINT NOT NULL, actor TEXT NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL, body TEXT NOT NULL, prev TEXT NOT NULL, hash TEXT NOT NULL UNIQUE)`,
    `CREATE TABLE tokens (id TEXT PRIMARY KEY, name TEXT NOT NULL, sha256 TEXT NOT NULL UNIQUE, role TEXT NOT NULL CHECK (role IN ('ingest','read','review','admin')),
      created_at BIGINT NOT NULL, expires_at BIGINT, revoked_at BIGINT)`,
    `CREATE TABLE hooks (id TEXT PRIMARY KEY, url TEXT NOT NULL, kinds TEXT NOT NULL, secret TEXT NOT NULL, delivered_seq BIGINT NOT NULL, failures INTEGER NOT NULL DEFAULT 0, next_at BIGINT NOT NULL DEFAULT 0)`,
  ],
  [
    // The scores that a certificate was made from, as a bundle carries them: JSON text, and its SHA-256.
    `CREATE TABLE certificate_scores (certificate_id TEXT PRIMARY KEY REFERENCES certificates(id), body TEXT NOT NULL, sha256 TEXT NOT NULL)`,
  ],
  [
    // The promise that a mixture draw may certify, fixed when it is drawn.
    'ALTER TABLE draws ADD COLUMN recall DOUBLE PRECISION',
    'ALTER TABLE draws ADD COLUMN confidence DOUBLE PRECISION',
  ],
  [
    // What was asked of the same scores, in any order: the first question may certify, others are further looks.
    `CREATE TABLE looks (model_id TEXT NOT NULL REFERENCES models(id), scores_sha256 TEXT NOT NULL, terms TEXT NOT NULL, number INTEGER NOT NULL,
      PRIMARY KEY (model_id, scores_sha256, terms))`,
  ],
  [
    // Which alarms are near the threshold is seen from their scores, and every index costs with every row.
    'DROP INDEX kept_by_distance',
  ],
  [
    // Judged rows are few among those that are kept, and a new row costs nothing here.
    'CREATE INDEX kept_judged ON kept_rows (stream_id, alarm, verdict, score, id) WHERE verdict IS NOT NULL',
  ],
]
