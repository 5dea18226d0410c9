// Fits and scores in a real Chromium and compares the bytes with those of Node. Needs the built packages.
//   node packages/engine/test/browser/run.mjs        CHROMIUM=/path/to/chromium if it is elsewhere
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { run } from './work.mjs'

const TIME_LIMIT = 120_000
const packages = new URL('../../../', import.meta.url)
const here = new URL('.', import.meta.url)
const places = { core: new URL('core/dist/', packages), engine: new URL('engine/dist/', packages) }
const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript' }

let receive
const report = new Promise((resolve) => {
  receive = resolve
})

const server = createServer(async (request, response) => {
  const path = request.url === '/' ? '/page.html' : new URL(request.url, 'http://localhost').pathname
  if (request.method === 'POST') {
    let body = ''
    for await (const part of request) body += part
    response.end()
    receive(JSON.parse(body))
    return
  }
  const [, first, ...rest] = path.split('/')
  const file = places[first] ? new URL(rest.join('/'), places[first]) : new URL(path.slice(1), here)
  try {
    const content = await readFile(file)
    response.setHeader('content-type', types[extname(file.pathname)] ?? 'application/octet-stream')
    response.end(content)
  } catch {
    response.statusCode = 404
    response.end()
  }
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))

const profile = await mkdtemp(join(tmpdir(), 'xenolith-chromium-'))
const chromium = spawn(
  process.env.CHROMIUM ?? '/usr/bin/chromium',
  [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--user-data-dir=${profile}`,
    '--remote-debugging-port=0',
    `http://127.0.0.1:${server.address().port}/`,
  ],
  { stdio: 'ignore' },
)
const trouble = new Promise((_, reject) => {
  chromium.once('error', reject)
  chromium.once('exit', (code) => reject(new Error(`chromium ended with code ${code}`)))
  setTimeout(() => reject(new Error(`no report after ${TIME_LIMIT / 1000} s`)), TIME_LIMIT).unref()
})
let failures = 0
try {
  const [expected, { digests, error }] = await Promise.all([run(), Promise.race([report, trouble])])
  if (error) throw new Error(error)
  for (const [name, bytes] of Object.entries(expected)) {
    const reference = expected[`${name.split(',')[0]}, core`]
    const same = bytes === reference && digests[name] === reference
    if (!same) failures++
    console.log(`${same ? 'same bytes' : 'DIFFERENT '}  ${name}: Node ${bytes}, Chromium ${digests[name]}`)
  }
} finally {
  trouble.catch(() => {})
  chromium.kill()
  await new Promise((resolve) =>
    chromium.exitCode === null && chromium.signalCode === null ? chromium.once('exit', resolve) : resolve(),
  )
  server.close()
  server.closeAllConnections()
  await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
process.exit(failures === 0 ? 0 : 1)
