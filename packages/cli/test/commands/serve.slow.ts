import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { workshop } from './run.js'

const bin = fileURLToPath(new URL('../../bin/xenolith.js', import.meta.url))
const { directory, path, feed } = workshop()

it('the demo of serve has a store of its own, says where its alarms are, holds its file alone and ends when told', async () => {
  const child = spawn(process.execPath, [bin, 'serve', '--demo', '--port', '0'], {
    cwd: directory,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exit = once(child, 'exit')
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      said += chunk
      const [, found] = /The demo's alarms: (\S+)/.exec(said) ?? []
      if (found !== undefined) resolve(found)
    })
    child.once('exit', () => reject(new Error(said)))
  })
  expect((await fetch(url)).status).toBe(200)
  expect([existsSync(path('xenolith-demo.db')), existsSync(path('xenolith.db'))]).toEqual([true, false])
  expect(feed('', 'serve', '--demo', '--port', '0')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^xenolith: xenolith-demo\.db is in use by another process \[store-locked\]\n$/),
  })
  expect(feed('', 'history', 'verify', '--store', 'xenolith-demo.db').stderr).toMatch(
    /in use by another process; a service that runs follows its chain at \/v1\/history\/verify \[store-locked\]\n$/,
  )
  const { origin } = new URL(url)
  const { streams } = (await (await fetch(`${origin}/v1/streams`)).json()) as { streams: object[] }
  expect(streams).toMatchObject([{ name: 'demo', promise: true }])
  child.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
})

it('serve refuses an address that others reach, without a token', () => {
  const { status, stderr } = feed('', 'serve', '--host', '0.0.0.0', '--store', 'open.db')
  expect(status).toBe(2)
  expect(stderr).toMatch(/^xenolith: 0\.0\.0\.0 can be reached by others: .*\[unauthorized\]\n$/)
})
