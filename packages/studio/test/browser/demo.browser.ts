import { demoData, study } from '@xenolith/study'
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
  await page.getByRole('button', { name: 'Seal the promise' }).click({ timeout: 60_000 })
  const tau = Number(await page.locator('#tau').getAttribute('data-tau', { timeout: 60_000 }))
  const { nominal, mixture, alpha, recall, confidence } = demoData(1)
  const terms = { alpha, recall, confidence, looks: 1 }
  const outcome = await study({ nominal, mixture }, { terms, pilot: 0.2, seed: 1 })
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
  await page.getByText('Show the proof').click()
  await page.getByRole('button', { name: 'Try to send a row' }).click()
  await page.getByText('blocked by the browser').waitFor()
  expect(requests).toEqual([])
})
