import { createHmac } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { checkHookUrl, publicLookup } from './addresses.js'

const TIMEOUT_MS = 10_000

/**
 * HMAC-SHA256 of time and body: a receiver can tell that it is ours and not old.
 *
 * @example
 * ```ts
 * signHook('secret', 1700000000, '{}').slice(0, 8) // => 'b8569b78'
 * ```
 */
export function signHook(secret: string, timestamp: number, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
}

export interface Delivery {
  readonly url: string
  readonly secret: string
  readonly seq: number
  readonly body: string
  readonly timestamp: number
  readonly allowPrivate: boolean
  /** Gives the delivery up. */
  readonly signal: AbortSignal
}

/** Sends one event; whether it was taken. A redirect is not followed, and so is no success. */
export async function sendEvent(delivery: Delivery): Promise<boolean> {
  const { url, secret, seq, body, timestamp, allowPrivate, signal } = delivery
  try {
    await checkHookUrl(url, allowPrivate)
    const request = url.startsWith('https:') ? requestHttps : requestHttp
    return await new Promise<boolean>((resolve, reject) => {
      const sending = request(url, {
        method: 'POST',
        agent: false,
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
        ...(allowPrivate ? {} : { lookup: publicLookup() }),
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'xenolith-event': `${seq}`,
          'xenolith-timestamp': `${timestamp}`,
          'xenolith-signature': `sha256=${signHook(secret, timestamp, body)}`,
        },
      })
      sending.on('response', (response) => {
        const { statusCode = 0 } = response
        resolve(statusCode >= 200 && statusCode < 300)
        // What a receiver has to say is not read.
        response.destroy()
      })
      sending.on('error', reject)
      sending.end(body)
    })
  } catch {
    return false
  }
}
