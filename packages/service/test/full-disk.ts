import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openStore, verifyHistory } from '@xenolith/service'
import { expect } from 'vitest'
import { drawRows, modelBytes, newPath } from './setup.js'

/** Writes to a service whose disk is full at so many blocks, until it refused three times; then looks at what it kept. */
export async function writeUntilFull(blocks: number): Promise<void> {
  const path = newPath()
  const script = fileURLToPath(new URL('../../../bench/service/server.mjs', import.meta.url))
  // No file may grow beyond this: as a full disk, for this process alone.
  const limited = `trap '' XFSZ; ulimit -f ${blocks}; exec "${process.execPath}" "${script}" "${path}" 0`
  const child = spawn('bash', ['-c', limited], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(child, 'exit')
  const address = String(await once(child.stdout, 'data'))
    .trim()
    .split(' ')[1]
  const call = async (url: string, body: BodyInit, headers: Record<string, string>) => {
    const response = await fetch(`${address}${url}`, { method: 'POST', body, headers })
    return { status: response.status, body: await response.json() }
  }
  const json = { 'content-type': 'application/json' }
  const added = await call('/v1/models', Buffer.from(modelBytes), { 'content-type': 'application/octet-stream' })
  const wanted = { name: 'full', certificate: added.body.certificate.id, sampleRate: 1, windowRows: 1000 }
  const { id } = (await call('/v1/streams', JSON.stringify(wanted), json)).body
  let [acknowledged, refused] = [0, 0]
  const rows = JSON.stringify(drawRows(1000, 0.3, 'full').map(([size, speed]) => ({ size, speed })))
  for (let i = 0; i < 60 && refused < 3; i++) {
    const answer = await call(`/v1/streams/${id}/rows`, rows, { ...json, 'idempotency-key': `${i}` })
    if (answer.status === 201) acknowledged++
    else {
      expect(answer).toMatchObject({ status: 503, body: { code: 'store-unusable' } })
      refused++
    }
  }
  expect(refused).toBe(3)
  expect(acknowledged).toBeGreaterThan(0)
  child.kill('SIGKILL')
  await exit
  await sleep(50)
  const store = await openStore(path)
  expect((await store.call('stream', id))!.rows).toBe(1000 * acknowledged)
  expect((await verifyHistory(store)).whole).toBe(true)
  await store.close()
}
