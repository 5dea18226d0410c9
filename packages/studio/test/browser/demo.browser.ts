import { paperTable, substream } from '@xenolith/core'
import { study } from '@xenolith/study'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser, openStudio } from './studio.js'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

it('certifies the demo from disk, with the threshold that Node finds, and connects nowhere', async () => {
  const { page, requests, complaints } = await openStudio(browser)
  await page.getByRole('button', { name: 'Open the demo' }).click()
  const tau = Number(await page.locator('#tau').textContent({ timeout: 60_000 }))
  const random = substream(1, 'demo-mixture-aliens')
  const isAlien = Uint8Array.from({ length: 10_000 }, () => (random.float() < 0.5 ? 1 : 0))
  const nominal = paperTable(10_000, () => false, substream(1, 'demo-nominal'))
  const mixture = paperTable(10_000, (row) => isAlien[row] === 1, substream(1, 'demo-mixture'))
  const outcome = await study({ nominal, mixture }, { terms: { alpha: 0.5, recall: 0.95, confidence: 0.95 }, seed: 1 })
  expect(outcome.refused || outcome.file.certificate.tau).toBe(tau)
  expect(complaints).toEqual([])
  expect(requests).toEqual([])
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
  expect(requests).toEqual([])
})
