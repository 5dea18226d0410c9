// Opens a folder in a real Chromium and returns what the page reports: JSON by POST to /report.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'

const TIME_LIMIT = 120_000
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
}
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-port=0',
]

/**
 * Serves `folder` and visits its index.html; CHROMIUM names the browser if it is not /usr/bin/chromium. `mounts` are
 * folders from elsewhere, by the first part of their paths.
 */
export async function visit(folder, mounts = {}) {
  let receive
  const report = new Promise((resolve) => {
    receive = resolve
  })
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      let body = ''
      for await (const part of request) body += part
      response.end()
      return receive(JSON.parse(body))
    }
    const { pathname } = new URL(request.url, 'http://localhost')
    const [, first, ...rest] = pathname.split('/')
    const file = Object.hasOwn(mounts, first)
      ? join(mounts[first], ...rest)
      : join(folder, pathname === '/' ? 'index.html' : pathname)
    try {
      const content = await readFile(file)
      response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream')
      response.end(content)
    } catch {
      response.statusCode = 404
      response.end()
    }
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const profile = await mkdtemp(join(tmpdir(), 'xenolith-chromium-'))
  const address = `http://127.0.0.1:${server.address().port}/`
  const chromium = spawn(
    process.env.CHROMIUM ?? '/usr/bin/chromium',
    [...FLAGS, `--user-data-dir=${profile}`, address],
    { stdio: 'ignore' },
  )
  const trouble = new Promise((_, reject) => {
    chromium.once('error', reject)
    chromium.once('exit', (code) => reject(new Error(`chromium ended with code ${code}`)))
    setTimeout(() => reject(new Error(`no report after ${TIME_LIMIT / 1000} s`)), TIME_LIMIT).unref()
  })
  try {
    return await Promise.race([report, trouble])
  } finally {
    trouble.catch(() => {})
    chromium.kill()
    if (chromium.exitCode === null && chromium.signalCode === null) {
      await new Promise((resolve) => chromium.once('exit', resolve))
    }
    server.close()
    server.closeAllConnections()
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}
