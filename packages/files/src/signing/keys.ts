import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { XenolithError } from '@xenolith/core'
import { systemCode, writeError } from '../system/errors.js'
import { readPlainFile } from '../system/plain-file.js'
import { keepTemporary, releaseTemporary } from '../system/temporary.js'

/** Only the owner may read a private key. */
const PRIVATE_MODE = 0o600
const PUBLIC_MODE = 0o644
/** A key in PEM is far smaller. */
const KEY = { what: 'a key', most: 65_536, tooLarge: 'bad-key' } as const

export interface KeyFiles {
  readonly privateKey: string
  readonly publicKey: string
  /** What the key is called wherever a signature is named. */
  readonly name: string
}

/**
 * Makes an Ed25519 key pair and writes it as PEM: `path` (private) and `path`.pub. Never overwrites a file.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
 * const { name } = await writeKeyPair(join(folder, 'key'))
 * name.slice(0, 8) // => 'ed25519:'
 * await rm(folder, { recursive: true })
 * ```
 */
export async function writeKeyPair(path: string): Promise<KeyFiles> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const publicPath = `${path}.pub`
  const pem = {
    private: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    public: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
  await writeNew(path, pem.private, PRIVATE_MODE)
  try {
    await writeNew(publicPath, pem.public, PUBLIC_MODE)
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return { privateKey: path, publicKey: publicPath, name: keyName(rawPublicKey(publicKey)) }
}

/**
 * A private key to sign with.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
 * const { privateKey } = await writeKeyPair(join(folder, 'key'))
 * const key = await readPrivateKey(privateKey)
 * key.asymmetricKeyType // => 'ed25519'
 * await rm(folder, { recursive: true })
 * ```
 */
export async function readPrivateKey(path: string): Promise<KeyObject> {
  return readKey(path, 'a private', createPrivateKey)
}

/**
 * A public key to check signatures with, as its 32 bytes. A private key file is refused: it has no business there.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
 * const { publicKey, name } = await writeKeyPair(join(folder, 'key'))
 * const key = await readPublicKey(publicKey)
 * key.length // => 32
 * keyName(key) === name // => true
 * await rm(folder, { recursive: true })
 * ```
 */
export async function readPublicKey(path: string): Promise<Uint8Array> {
  const key = await readKey(path, 'a public', (text) => {
    if (text.includes('PRIVATE KEY')) throw new Error('it is a private key')
    return createPublicKey(text)
  })
  return rawPublicKey(key)
}

/**
 * `ed25519:` and the public key in hexadecimal.
 *
 * @example
 * ```ts
 * keyName(Uint8Array.of(1, 171)) // => 'ed25519:01ab'
 * ```
 */
export function keyName(publicKey: Uint8Array): string {
  return `ed25519:${Buffer.from(publicKey).toString('hex')}`
}

/** The 32 bytes of the public key, of either half of a pair. */
export function rawPublicKey(key: KeyObject): Uint8Array {
  const half = key.type === 'private' ? createPublicKey(key) : key
  return new Uint8Array(Buffer.from(half.export({ format: 'jwk' }).x!, 'base64url'))
}

async function readKey(path: string, half: string, parse: (text: string) => KeyObject): Promise<KeyObject> {
  const text = (await readPlainFile(path, KEY)).toString('utf8')
  const bad = (): XenolithError =>
    new XenolithError('bad-key', `${path} is not ${half} Ed25519 key in PEM; xenolith keygen makes one`)
  let key: KeyObject
  try {
    key = parse(text)
  } catch {
    throw bad()
  }
  if (key.asymmetricKeyType !== 'ed25519') throw bad()
  return key
}

async function writeNew(path: string, text: string, mode: number): Promise<void> {
  try {
    const handle = await open(path, 'wx', mode)
    keepTemporary(path) // until it is whole
    try {
      await handle.writeFile(text)
      await handle.sync()
    } catch (error) {
      await rm(path, { force: true })
      throw error
    } finally {
      await handle.close()
      releaseTemporary(path)
    }
  } catch (error) {
    if (systemCode(error) === 'EEXIST') {
      throw new XenolithError('output-unwritable', `${path} exists already; a key is never overwritten`)
    }
    throw writeError(error, path)
  }
}
