import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { type Client, drawRows, start } from './setup.js'

/** A connection that has sent this much of a request, and does as little as possible after it. */
async function dial(address: string, text: string, reads = true): Promise<Socket> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  if (reads) socket.resume()
  else socket.pause()
  socket.write(text.replaceAll('\n', '\r\n'))
  return socket
}

const GET = 'GET /healthz HTTP/1.1\nHost: localhost\n\n'
const HALF_A_BODY =
  'POST /v1/streams HTTP/1.1\nHost: localhost\nContent-Type: application/json\nContent-Length: 100\n\n{'
const LIVE = 'GET /v1/live?after=0 HTTP/1.1\nHost: localhost\n\n'

/** Milliseconds that closing takes. */
async function closing(client: Client): Promise<number> {
  const start = performance.now()
  await client.service.close()
  return performance.now() - start
}

describe('a service that is told to stop', () => {
  it('does not wait for connections that hang on: idle, half a head, half a body, live, read or not', async () => {
    const client = await start({ port: 0, drainMs: 500 })
    const address = await client.service.listen()
    await client.stream()
    const sockets = await Promise.all([
      dial(address, GET),
      dial(address, 'GET /healthz HTTP/1.1\nHost: local'),
      dial(address, HALF_A_BODY),
      dial(address, LIVE),
      dial(address, LIVE, false),
      dial(address, `${GET}${LIVE}`),
    ])
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await closing(client)).toBeLessThan(8000)
    for (const socket of sockets) socket.destroy()
  })

  it('answers what is under way, and lets go of a hook that hangs', async () => {
    const hung = createServer(() => {})
    hung.listen(0, '127.0.0.1')
    await once(hung, 'listening')
    const client = await start({ port: 0, drainMs: 5000, privateHooks: true })
    const address = await client.service.listen()
    const { id } = await client.stream()
    await client.json('POST', '/v1/hooks', { url: `http://127.0.0.1:${(hung.address() as AddressInfo).port}/` })
    await client.rows(id, drawRows(5, 0.3, 'stop'), 'before')
    await once(hung, 'request')
    const body = JSON.stringify(drawRows(5000, 0.3, 'under way').map(([size, speed]) => ({ size, speed })))
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'last' }
    const answer = fetch(`${address}/v1/streams/${id}/rows`, { method: 'POST', body, headers })
    await once(client.service.http.server, 'request')
    expect(await closing(client)).toBeLessThan(8000)
    expect((await answer).status).toBe(201)
    hung.closeAllConnections()
    hung.close()
  })
})
