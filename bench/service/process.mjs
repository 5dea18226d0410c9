import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('./server.mjs', import.meta.url))

/** Starts the service and waits until it listens. */
export async function startServer(store, port) {
  const child = spawn(process.execPath, [script, store, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = []
  child.stdout.on('data', (chunk) => lines.push(...String(chunk).split('\n').filter(Boolean)))
  const exit = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), exit])
  if (!lines[0]?.startsWith('listening')) throw new Error('the service did not start')
  return {
    child,
    exit,
    /** Ends it as an operator would; the last line is what it cost. */
    async stop() {
      child.kill('SIGTERM')
      await exit
      return JSON.parse(lines.at(-1))
    },
  }
}

export async function call(port, method, path, body, headers = {}) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body, headers })
  return { status: response.status, text: await response.text() }
}

/** A model and a stream on it. */
export async function prepare(port, bytes, more = {}) {
  const added = await call(port, 'POST', '/v1/models', bytes, { 'content-type': 'application/octet-stream' })
  const certificate = JSON.parse(added.text).certificate.id
  const wanted = { name: `bench ${process.pid}`, certificate, sampleSeed: 1, windowRows: 1000, ...more }
  const made = await call(port, 'POST', '/v1/streams', JSON.stringify(wanted), { 'content-type': 'application/json' })
  return JSON.parse(made.text).id
}
