import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { demoData, study } from '@xenolith/study'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser, openStudio, studioFile } from './studio.js'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

it('certifies the demo from disk, with the threshold that Node finds, and connects nowhere', async () => {
  const { page, requests, complaints } = await openStudio(browser)
  await page.getByRole('button', { name: 'Open the demo' }).click()
  await page.getByRole('button', { name: 'Seal the promise' }).click({ timeout: 60_000 })
  const tau = Number(await page.locator('#tau').getAttribute('data-tau', { timeout: 60_000 }))
  const { nominal, mixture, alpha, recall, confidence } = demoData(1)
  const terms = { alpha, recall, confidence, looks: 1 }
  const outcome = await study({ nominal, mixture }, { terms, training: { detector: 'iforest' }, pilot: 0.35, seed: 1 })
  expect(outcome.refused || outcome.file.certificate.tau).toBe(tau)
  expect(complaints).toEqual([])
  expect(requests).toEqual([])
})

it('weighs at most 350 kB compressed, the decoder of Parquet aside', () => {
  const whole = readFileSync(studioFile, 'utf8')
  const page = whole.replace(/(<script type="text\/plain" id="parquet">)[\s\S]*?(<\/script>)/, '$1$2')
  expect(page.length).toBeLessThan(whole.length - 100_000)
  expect(gzipSync(page).length).toBeLessThanOrEqual(350_000)
})

it('is forbidden to send anything: a planted request is blocked by the browser', async () => {
  const { page, requests } = await openStudio(browser)
  const planted = await page.evaluate(() =>
    fetch('https://example.org/').then(
      () => 'sent',
      (error) => String(error),
    ),
  )
  expect(planted).toContain('TypeError')
  // Nor by the other ways out of a page, nor from a worker of its own.
  const others = await page.evaluate(async () => {
    const blocked: string[] = []
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => blocked.push(violatedDirective))
    new Image().src = 'https://example.org/pixel'
    navigator.sendBeacon('https://example.org/', 'row')
    try {
      new WebSocket('wss://example.org/')
    } catch {
      blocked.push('connect-src')
    }
    const script =
      'fetch("https://example.org/").then(() => postMessage("sent"), (error) => postMessage(String(error)))'
    const worker = new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })))
    const fromWorker = await new Promise((resolve) => {
      worker.onmessage = ({ data }) => resolve(data)
    })
    return { blocked: [...new Set(blocked)].sort(), fromWorker }
  })
  expect(others).toEqual({ blocked: ['connect-src', 'img-src'], fromWorker: expect.stringContaining('TypeError') })
  await page.getByText('Show the proof').click()
  await page.getByRole('button', { name: 'Try to send a row' }).click()
  await page.getByText('blocked by the browser').waitFor()
  // The picture is reported as a request before the policy stops it.
  expect(requests.filter((address) => address !== 'https://example.org/pixel')).toEqual([])
})
