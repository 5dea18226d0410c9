import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { start } from './setup.js'

describe('the page at /', () => {
  it('is the studio, held to its own scripts and to connections with this service', async () => {
    const script = 'const a = 1 < 2;\nconsole.log(a)'
    const studio = `<!doctype html><html><head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; connect-src 'none'">
<title>Studio</title><script type="module">${script}</script></head><body></body></html>`
    const client = await start({ studio })
    const { status, headers, text } = await client.send('GET', '/')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(text).toContain(script)
    expect(text).not.toContain('Content-Security-Policy')
    const policy = String(headers['content-security-policy'])
    const hash = createHash('sha256').update(script).digest('base64')
    expect(policy).toContain(`script-src 'wasm-unsafe-eval' 'sha256-${hash}';`)
    expect(policy).toContain("default-src 'none';")
    expect(policy).toContain("connect-src 'self';")
    expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/)
    await client.service.close()
  })

  it('says so where there is no studio, and is open to whoever may call at all', async () => {
    const client = await start()
    await client.json('POST', '/v1/tokens', { name: 'ann', role: 'admin' })
    const { status, headers, text } = await client.send('GET', '/')
    expect(status).toBe(200)
    expect(text).toContain('No studio was found')
    expect(String(headers['content-security-policy'])).toContain("default-src 'none'")
    expect((await client.send('GET', '/', { headers: { host: 'evil.example' } })).status).toBe(403)
    await client.service.close()
  })
})
