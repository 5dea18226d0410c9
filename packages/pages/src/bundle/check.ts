/*
 * Checks of a bundle, with Web Crypto alone: the page runs these very functions, as text, and so do the command and the studio.
 * So they stand in one file, import nothing, and use no name from outside but each other's and the platform's.
 */

/** An entry of the history as it is stored: the body as text, since the hash is of bytes. */
export interface StoredEvent {
  readonly seq: number
  readonly at: number
  readonly actor: string
  readonly kind: string
  readonly subject: string
  readonly body: string
  readonly prev: string
  readonly hash: string
}

/**
 * What is hashed: every field, each as JSON text on a line of its own, after the hash of the event before. No two events share an encoding.
 *
 * @example
 * ```ts
 * const event = { prev: 'ab', seq: 2, at: 0, actor: 'me', kind: 'note', subject: 's', body: '{}' }
 * eventText(event).split('\n') // => [ '"ab"', '2', '0', '"me"', '"note"', '"s"', '"{}"' ]
 * ```
 */
export function eventText({ prev, seq, at, actor, kind, subject, body }: Omit<StoredEvent, 'hash'>): string {
  return [prev, seq, at, actor, kind, subject, body].map((field) => JSON.stringify(field)).join('\n')
}

/**
 * Why an event does not follow the one before; null if it does.
 *
 * @example
 * ```ts
 * const event = { prev: 'ab', seq: 2, at: 0, actor: 'me', kind: 'note', subject: 's', body: '{}', hash: 'cd' }
 * breakIn(event, 2, 'ab', 'cd') // => null
 * breakIn(event, 2, 'ab', 'ef') // => 'its content is not what was hashed'
 * breakIn(event, 1, 'ab', 'cd') // => 'event 1 is missing'
 * ```
 */
export function breakIn(event: StoredEvent, seq: number, prev: string, hash: string): string | null {
  if (event.seq !== seq) return `event ${seq} is missing`
  if (event.prev !== prev) return 'it does not follow the event before'
  return hash === event.hash ? null : 'its content is not what was hashed'
}

/**
 * The SHA-256 of a text or of bytes, in hexadecimal.
 *
 * @example
 * ```ts
 * (await sha256Hex('abc')).slice(0, 8) // => 'ba7816bf'
 * ```
 */
export async function sha256Hex(data: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The bytes that a text in base64 stands for.
 *
 * @example
 * ```ts
 * fromBase64('AQID') // => Uint8Array(3) [ 1, 2, 3 ]
 * ```
 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

/** A signature beside a bundle: of the UTF-8 bytes of its text. */
export interface BundleSignature {
  /** SHA-256 of the text, in hexadecimal. */
  readonly sha256: string
  /** Ed25519, both in base64; null where nobody signed. */
  readonly publicKey: string | null
  readonly signature: string | null
}

/** One thing that was checked. `open`: it could not be. */
export interface Check {
  readonly name: 'text' | 'signature' | 'history' | 'certificate' | 'scores'
  readonly state: 'right' | 'wrong' | 'open'
  readonly words: string
}

/** Checks a signature of Ed25519; null where the platform cannot. */
export type VerifySignature = (
  publicKey: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array<ArrayBuffer>,
) => Promise<boolean | null>

/**
 * Checks a signature of Ed25519 with Web Crypto; null where the platform does not know Ed25519.
 *
 * @example
 * ```ts
 * const keys = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
 * const bytes = new TextEncoder().encode('a text')
 * const key = new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey))
 * const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', keys.privateKey, bytes))
 * await verifyInBrowser(key, signature, bytes) // => true
 * await verifyInBrowser(key, signature, new TextEncoder().encode('another')) // => false
 * ```
 */
export async function verifyInBrowser(
  publicKey: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<boolean | null> {
  try {
    const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', key, signature, bytes)
  } catch (error) {
    return (error as Error).name === 'NotSupportedError' ? null : false
  }
}

/**
 * All that a bundle can show by itself; the certificate is made again from the scores by `xenolith verify`.
 *
 * @example
 * ```ts
 * const made = { at: 0, by: 'me', version: '1.0.0' }
 * const history = { from: 1, prev: '0'.repeat(64), events: [] }
 * const certificate = { certified: true }
 * const rest = { certificateId: null, model: null, stream: null, scores: null, report: '<p>' }
 * const text = bundleText({ format: BUNDLE_FORMAT, made, certificate, history, ...rest })
 * const signature = { sha256: await sha256Hex(text), publicKey: null, signature: null }
 * const checks = await checkBundle(text, signature, verifyInBrowser)
 * checks.map(({ name, state }) => `${name} ${state}`) // => [ 'text right', 'signature open', 'history open', 'certificate open', 'scores open' ]
 * ```
 */
export async function checkBundle(
  text: string,
  { sha256, publicKey, signature }: BundleSignature,
  verify: VerifySignature,
): Promise<Check[]> {
  const bytes = new TextEncoder().encode(text)
  const whole = (await sha256Hex(bytes)) === sha256
  const checks: Check[] = [
    {
      name: 'text',
      state: whole ? 'right' : 'wrong',
      words: whole ? `the content has the SHA-256 ${sha256}` : 'the content was changed: its SHA-256 is another',
    },
  ]
  if (publicKey === null || signature === null) {
    checks.push({ name: 'signature', state: 'open', words: 'nobody signed it' })
  } else {
    const key = fromBase64(publicKey)
    const by = `ed25519:${Array.from(key, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
    const good = await verify(key, fromBase64(signature), bytes)
    checks.push({
      name: 'signature',
      state: good === null ? 'open' : good ? 'right' : 'wrong',
      words:
        good === null
          ? `signed by ${by}, which this browser cannot check`
          : good
            ? `signed by ${by}; whose key that is, this file cannot say`
            : `the signature by ${by} is not of this content`,
    })
  }
  let bundle: {
    history: { from: number; prev: string; events: StoredEvent[] }
    certificateId: string | null
    certificate: unknown
    scores: { sha256: string } | null
  }
  try {
    bundle = JSON.parse(text)
  } catch {
    checks.push({ name: 'history', state: 'wrong', words: 'the content is not a bundle' })
    return checks
  }
  const { scores, certificate } = bundle
  const { from, events } = bundle.history
  let { prev } = bundle.history
  let broken: string | null = null
  for (let i = 0; i < events.length && broken === null; i++) {
    const why = breakIn(events[i], from + i, prev, await sha256Hex(eventText(events[i])))
    if (why !== null) broken = `the history is broken at event ${events[i].seq}: ${why}`
    prev = events[i].hash
  }
  checks.push({
    name: 'history',
    state: broken !== null ? 'wrong' : events.length === 0 ? 'open' : 'right',
    words:
      broken ??
      (events.length === 0
        ? 'it carries no history'
        : `${events.length} events${from > 1 ? ` from number ${from} on` : ''}, whole; the last is ${prev}`),
  })
  const issued = events.find(({ kind, subject }) => kind === 'certificate.issued' && subject === bundle.certificateId)
  const same = issued !== undefined && JSON.stringify(JSON.parse(issued.body).body) === JSON.stringify(certificate)
  checks.push({
    name: 'certificate',
    state: issued === undefined ? 'open' : same ? 'right' : 'wrong',
    words:
      issued === undefined
        ? 'the history carried here does not say when the certificate was issued'
        : same
          ? `the certificate is the one issued by event ${issued.seq}`
          : `the certificate is not the one that event ${issued.seq} issued`,
  })
  if (scores === null) {
    checks.push({ name: 'scores', state: 'open', words: 'it carries no scores to make the certificate from again' })
    return checks
  }
  const { sha256: recorded, ...given } = scores
  const noted = events.find(({ kind, subject }) => kind === 'scores.kept' && subject === bundle.certificateId)
  const told = noted === undefined ? recorded : JSON.parse(noted.body).sha256
  const right = (await sha256Hex(JSON.stringify(given))) === told
  checks.push({
    name: 'scores',
    state: right ? (noted === undefined ? 'open' : 'right') : 'wrong',
    words: !right
      ? 'the scores are not those that were recorded'
      : noted === undefined
        ? 'the scores are carried; the history does not speak of them'
        : `the scores are those of event ${noted.seq}; xenolith verify makes the certificate from them again`,
  })
  return checks
}

/** The functions above, as a program. */
export const checkProgram: string = [eventText, breakIn, sha256Hex, fromBase64, verifyInBrowser, checkBundle]
  .map(String)
  .join('\n')
