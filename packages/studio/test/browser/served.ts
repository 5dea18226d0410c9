import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createService, createToken, type Demo, openStore, type Service, startDemo } from '@xenolith/service'
import { studioFile } from './studio.js'

export interface Served {
  readonly address: string
  readonly service: Service
  readonly demo: Demo
  /** Sends batches of the demo's stream, 200 rows each; from the 60th on its nominals have moved. */
  play(batches: number): Promise<void>
  /** Asks over HTTP, as another client; with a token where there are some. */
  ask(method: string, path: string, body?: unknown, token?: string): Promise<{ status: number; body: never }>
  /** The tokens of the reviewers that were asked for. */
  readonly tokens: readonly string[]
  /** Stops answering, and comes back at the same address. */
  stop(): Promise<void>
  restart(): Promise<void>
  close(): Promise<void>
}

/** A service with the demo's stream that serves the studio. */
export async function serveDemo(batches: number, reviewers: readonly string[] = []): Promise<Served> {
  const folder = await mkdtemp(join(tmpdir(), 'xenolith-served-'))
  const studio = await readFile(studioFile, 'utf8')
  const begin = async (port: number): Promise<Service> =>
    createService({ store: await openStore(join(folder, 'demo.db')), studio, port })
  const tokens: string[] = []
  if (reviewers.length > 0) {
    const store = await openStore(join(folder, 'demo.db'))
    for (const name of reviewers) {
      const { token } = await createToken(store, { name, role: 'review', expiresAt: null, actor: 'test', at: 0 })
      tokens.push(token)
    }
    await store.close()
  }
  let service = await begin(0)
  const address = await service.listen()
  let demo = await startDemo(service)
  const served: Served = {
    address: `${address}/`,
    get service() {
      return service
    },
    get demo() {
      return demo
    },
    async play(count) {
      for (let i = 0; i < count; i++) await demo.step()
    },
    tokens,
    async ask(method, path, body, token) {
      const answer = await fetch(`${address}${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: answer.status, body: (await answer.json()) as never }
    },
    stop: () => service.close(),
    async restart() {
      service = await begin(Number(new URL(address).port))
      await service.listen()
      demo = await startDemo(service)
    },
    async close() {
      await service.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  await served.play(batches)
  return served
}
