import { XenolithError } from '@xenolith/core'
import type { CarriedScores } from '@xenolith/core/internals'
import { openPage } from '../document.js'
import { type Html, html } from '../html.js'
import { type BundleSignature, checkProgram, type StoredEvent } from './check.js'
import { CONTENT_ID, SIGNATURE_ID, showBundle } from './show.js'

/** The present form of a bundle. */
export const BUNDLE_FORMAT = 1

/** Everything about one certificate that can be handed to an auditor. */
export interface Bundle {
  readonly format: typeof BUNDLE_FORMAT
  readonly made: { readonly at: number; readonly by: string; readonly version: string }
  readonly certificateId: string | null
  /** As JSON: tau is null when everything alarms. */
  readonly certificate: Readonly<Record<string, unknown>>
  readonly model: { readonly name: string; readonly version: number; readonly sha256: string } | null
  /** What the certificate was in force on, and how it stood. */
  readonly stream: Readonly<Record<string, unknown>> | null
  /** With the SHA-256 of the rest of this object as JSON; null where the scores are not known. */
  readonly scores: (CarriedScores & { readonly sha256: string }) | null
  /** Events from number `from` on; `prev` is the hash before the first. */
  readonly history: { readonly from: number; readonly prev: string; readonly events: readonly StoredEvent[] }
  /** The report: a whole page. */
  readonly report: string
}

/**
 * The text of a bundle, as it is hashed, signed and put into the page. It holds no `<`, so that no markup can begin in it.
 *
 * @example
 * ```ts
 * const made = { at: 0, by: 'me', version: '1.0.0' }
 * const history = { from: 1, prev: '0'.repeat(64), events: [] }
 * const certificate = { certified: true }
 * const rest = { certificateId: null, model: null, stream: null, scores: null, report: '<p>' }
 * const text = bundleText({ format: BUNDLE_FORMAT, made, certificate, history, ...rest })
 * text.includes('<') // => false
 * JSON.parse(text).report // => '<p>'
 * ```
 */
export function bundleText(bundle: Bundle): string {
  return JSON.stringify(bundle).replaceAll('<', '\\u003c')
}

/** The program of a bundle's page, the same for all of them: its hash is what the page's policy allows. */
export const bundleScript: string = `${checkProgram}
(${showBundle})((text, signature) => checkBundle(text, signature, verifyInBrowser), '${CONTENT_ID}', '${SIGNATURE_ID}')`

export interface BundlePage {
  readonly title: string
  /** The promise in one sentence. */
  readonly sentence: string
  readonly text: string
  readonly signature: BundleSignature
  /** SHA-256 of `bundleScript`, in base64. */
  readonly scriptHash: string
}

/**
 * The one file: it carries everything, connects nowhere, and checks itself when a browser opens it.
 *
 * @example
 * ```ts
 * const made = { at: 0, by: 'me', version: '1.0.0' }
 * const history = { from: 1, prev: '0'.repeat(64), events: [] }
 * const certificate = { certified: true }
 * const rest = { certificateId: null, model: null, stream: null, scores: null, report: '<p>' }
 * const text = bundleText({ format: BUNDLE_FORMAT, made, certificate, history, ...rest })
 * const signature = { sha256: await sha256Hex(text), publicKey: null, signature: null }
 * const page = renderBundle({ title: 'A promise', sentence: 'It holds.', text, signature, scriptHash: '' })
 * openBundle(page, 'a.html').text === text // => true
 * ```
 */
export function renderBundle({ title, sentence, text, signature, scriptHash }: BundlePage): string {
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-${scriptHash}'; base-uri 'none'; form-action 'none'`
  const head = html`${openPage({ title, policy, style, brand: 'Xenolith bundle', heading: title })}
<p>${sentence}</p>
<section aria-labelledby="verdict" aria-live="polite">
<h2 id="verdict">This bundle checks itself when a browser runs its script.</h2>
<ul id="checks"></ul>
<p>A page can be made to say anything of itself. <code>xenolith verify FILE</code> checks this file with a program of your own, makes the certificate from
the scores again, and with <code>--trust KEY.pub</code> asks for a signature by a key that you know.</p>
</section>
<iframe id="report" title="The report" sandbox="allow-same-origin"></iframe>
</main>
`.markup
  return `${head}<script type="application/json" id="${CONTENT_ID}">${text}</script>
<script type="application/json" id="${SIGNATURE_ID}">${JSON.stringify(signature)}</script>
<script>${bundleScript}</script>
</body>
</html>
`
}

const style: Html = html`<style>
#checks { list-style: none; padding: 0 }
#checks li { overflow-wrap: anywhere; margin: .3em 0 }
#checks .wrong { font-weight: bold }
#report { border: 1px solid; width: 100%; height: 80vh; box-sizing: border-box }
</style>`

/**
 * The parts of a bundle's file, or a refusal. Nothing in it is executed.
 *
 * @example
 * ```ts
 * const made = { at: 0, by: 'me', version: '1.0.0' }
 * const history = { from: 1, prev: '0'.repeat(64), events: [] }
 * const certificate = { certified: true }
 * const rest = { certificateId: null, model: null, stream: null, scores: null, report: '<p>' }
 * const text = bundleText({ format: BUNDLE_FORMAT, made, certificate, history, ...rest })
 * const signature = { sha256: await sha256Hex(text), publicKey: null, signature: null }
 * const page = renderBundle({ title: 'A promise', sentence: 'It holds.', text, signature, scriptHash: '' })
 * openBundle(page, 'a.html').signature.publicKey // => null
 * ```
 */
export function openBundle(page: string, name: string): { text: string; signature: BundleSignature } {
  const part = (id: string): string => {
    const [, found] = new RegExp(`<script type="application/json" id="${id}">([^<]*)</script>`).exec(page) ?? []
    if (found === undefined) throw new XenolithError('bad-bundle', `${name} is not a bundle of Xenolith`)
    return found
  }
  const text = part(CONTENT_ID)
  const signature = parsed(part(SIGNATURE_ID), name) as BundleSignature
  const texts = [signature?.publicKey, signature?.signature]
  if (typeof signature?.sha256 !== 'string' || !texts.every((x) => x === null || typeof x === 'string')) {
    throw new XenolithError('bad-bundle', `${name}: the signature is damaged`)
  }
  return { text, signature }
}

/**
 * The content of a bundle; its form is checked, what it says is not.
 *
 * @example
 * ```ts
 * const made = { at: 0, by: 'me', version: '1.0.0' }
 * const history = { from: 1, prev: '0'.repeat(64), events: [] }
 * const certificate = { certified: true }
 * const rest = { certificateId: null, model: null, stream: null, scores: null, report: '<p>' }
 * const text = bundleText({ format: BUNDLE_FORMAT, made, certificate, history, ...rest })
 * readBundle(text, 'a.html').made.by // => 'me'
 * ```
 */
export function readBundle(text: string, name: string): Bundle {
  const bundle = parsed(text, name) as Bundle
  if (bundle?.format !== BUNDLE_FORMAT) {
    throw new XenolithError('bad-bundle', `${name} is a bundle of another version than ${BUNDLE_FORMAT}`)
  }
  const { certificate, history, report, scores } = bundle
  const whole =
    typeof certificate === 'object' &&
    certificate !== null &&
    Array.isArray(history?.events) &&
    typeof report === 'string' &&
    (scores === null || scores?.kind === 'samples' || scores?.kind === 'drawn')
  if (!whole) throw new XenolithError('bad-bundle', `${name}: the bundle is damaged`)
  return bundle
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new XenolithError('bad-bundle', `${name}: the bundle is damaged`)
  }
}
