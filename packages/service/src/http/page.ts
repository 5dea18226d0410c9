import { createHash } from 'node:crypto'
import { html, renderDocument } from '@xenolith/pages'

/** A page that the service hands out, with the policy that its browser holds it to. */
export interface Page {
  readonly body: string
  readonly policy: string
}

/**
 * The studio, as it is served. Its own policy forbids it to connect anywhere, since it also opens from disk; here the header's takes
 * its place: the scripts of this very file, nothing from elsewhere, and connections to this service alone.
 */
export function studioPage(file: string): Page {
  const body = file.replace(/<meta[^>]+http-equiv=["']?content-security-policy["']?[^>]*>/gi, '')
  const hashes = [...body.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/gi)].map(([, script]) => hashOf(script))
  return {
    body,
    policy: [
      "default-src 'none'",
      // Kernels of the engine are WebAssembly; its worker is made from the page's own text.
      `script-src 'wasm-unsafe-eval' ${[...new Set(hashes)].join(' ')}`.trim(),
      'worker-src blob:',
      "style-src 'unsafe-inline'",
      'img-src data: blob:',
      'font-src data:',
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  }
}

/** What a browser sees where no studio was installed. */
export function plainPage(): Page {
  return {
    body: renderDocument({
      title: 'Xenolith',
      brand: 'Xenolith',
      heading: 'The service is running',
      main: html`<p>No studio was found beside the command, so there is nothing to click here. Everything can be done over HTTP:
the routes are described at <a href="/openapi.json">/openapi.json</a>.</p>
<p>A studio file is served from here with <code>xenolith serve --studio FILE</code>.</p>`,
      footer: 'Xenolith',
    }),
    policy:
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  }
}

/** As browsers hash a script: its text with line ends made plain. */
function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script.replaceAll(/\r\n?/g, '\n')).digest('base64')}'`
}
