import { createPublicKey, verify } from 'node:crypto'
import { XenolithError } from '@xenolith/core'
import { keyName, readPlainFile, readPublicKey } from '@xenolith/files'
import {
  type Check,
  checkBundle,
  fromBase64,
  openBundle,
  readBundle,
  type VerifySignature,
} from '@xenolith/pages/bundle'
import { remake } from '@xenolith/study'
import type { CommonOptions } from './options.js'
import type { Terminal } from './terminal.js'

const BUNDLE = { what: 'a bundle', most: 1 << 29, tooLarge: 'bad-bundle' } as const

interface BundleOptions extends CommonOptions {
  readonly model?: string
  readonly nominal?: string
  readonly mixture?: string
  readonly audit?: string
  readonly workers?: number
  readonly trust?: string
}

/** Checks a bundle with no service: content, signature, history, and the certificate from its scores. */
export async function verifyBundle(path: string, options: BundleOptions, terminal: Terminal): Promise<void> {
  for (const name of ['model', 'nominal', 'mixture', 'audit', 'workers'] as const) {
    if (options[name] !== undefined) throw new XenolithError('bad-option', `--${name} has no effect on a bundle`)
  }
  const trusted = options.trust === undefined ? undefined : await readPublicKey(options.trust)
  const page = (await readPlainFile(path, BUNDLE)).toString('utf8')
  const { text, signature } = openBundle(page, path)
  const bundle = readBundle(text, path)
  const checks = await checkBundle(text, signature, verifyEd25519)
  const remade = remake(bundle.certificate, bundle.scores)
  const by = signature.publicKey === null ? null : keyName(fromBase64(signature.publicKey))
  const isTrusted =
    trusted === undefined ? undefined : by === keyName(trusted) && stateOf(checks, 'signature') === 'right'
  if (options.json) {
    const trust = isTrusted === undefined ? {} : { trusted: isTrusted }
    terminal.json({ bundle: path, checks, certificate: remade, signedBy: by, ...trust })
  }
  const wrong = checks.filter(({ state }) => state === 'wrong').map(({ words }) => words)
  if (remade?.words !== undefined) wrong.push(remade.words)
  if (wrong.length > 0) throw new XenolithError('bundle-differs', `${path}: ${wrong.join('; ')}`)
  if (isTrusted === false) {
    throw new XenolithError(
      'not-trusted',
      `${path}: ${by === null ? 'not signed' : `signed by ${by}, not by ${keyName(trusted!)}`}`,
    )
  }
  if (options.json) return
  for (const { name, words } of checks) {
    if (name === 'signature' && isTrusted) terminal.answer(`signed by ${by}, the key that you trust.`)
    else if (name !== 'scores' || remade === null) terminal.answer(`${words}.`)
  }
  if (remade !== null) terminal.answer('The scores give this certificate, field by field.')
}

function stateOf(checks: readonly Check[], wanted: Check['name']): Check['state'] | undefined {
  return checks.find(({ name }) => name === wanted)?.state
}

/** By Node's own library: the one of the Web platform warns that it is new. */
const verifyEd25519: VerifySignature = async (publicKey, signature, bytes) => {
  try {
    const x = Buffer.from(publicKey).toString('base64url')
    return verify(null, bytes, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature)
  } catch {
    return false
  }
}
