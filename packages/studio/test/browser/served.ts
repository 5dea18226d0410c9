import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createService, type Demo, openStore, type Service, startDemo } from '@xenolith/service'
import { studioFile } from './studio.js'

export interface Served {
  readonly address: string
  readonly service: Service
  readonly demo: Demo
  /** Sends batches of the demo's stream, 200 rows each; from the 60th on its nominals have moved. */
  play(batches: number): Promise<void>
  /** Asks over HTTP, as another client. */
  ask(method: string, path: string, body?: unknown): Promise<{ status: number; body: never }>
  /** Stops answering, and comes back at the same address. */
  stop(): Promise<void>
  restart(): Promise<void>
  close(): Promise<void>
}

/** A service with the demo's stream that serves the studio. */
export async function serveDemo(batches: number): Promise<Served> {
  const folder = await mkdtemp(join(tmpdir(), 'xenolith-served-'))
  const studio = await readFile(studioFile, 'utf8')
  const begin = async (port: number): Promise<Service> =>
    createService({ store: await openStore(join(folder, 'demo.db')), studio, port })
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
    async ask(method, path, body) {
      const answer = await fetch(`${address}${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
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
