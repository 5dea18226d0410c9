import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser, openStudio } from './studio.js'

/* The whole path without a pointer: Tab, Enter and the keys of the page alone. */

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** Tabs until the element with this name has the focus, then presses Enter. */
async function enter(page: Page, name: string): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

async function tabTo(page: Page, name: string): Promise<void> {
  const seen: string[] = []
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
    if (focused === name) return
    seen.push(focused.slice(0, 30))
  }
  throw new Error(`Tab does not reach ${name}: ${seen.join(' | ')}`)
}

async function go(page: Page, key: string, title: string): Promise<void> {
  await page.keyboard.press('g')
  await page.keyboard.press(key)
  await page.waitForFunction((wanted) => document.title.startsWith(wanted), title)
}

it('leads from Start through every screen that a file has, by keyboard alone', async () => {
  const { page, complaints } = await openStudio(browser)
  await enter(page, 'Open the demo')
  await page.getByRole('button', { name: 'Seal the promise' }).waitFor({ timeout: 60_000 })
  await go(page, 'd', 'Data')
  await page.getByRole('heading', { name: 'Data', exact: true }).waitFor()
  await enter(page, 'To the promise')
  await page.getByRole('button', { name: 'Seal the promise', disabled: false }).waitFor({ timeout: 60_000 })
  await enter(page, 'Seal the promise')
  await page.locator('#tau').waitFor({ timeout: 60_000 })
  // The answer has the focus; the report is a Tab away.
  await page.waitForFunction(() => document.activeElement?.id === 'issued')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Open the report')
  await go(page, 's', 'Start')
  await go(page, 'p', 'Promise')
  await enter(page, 'Review the alarms')
  await page.getByRole('option').first().waitFor({ timeout: 60_000 })
  await go(page, 'p', 'Promise')
  await go(page, 'a', 'Alarms')
  await page.getByRole('option').first().waitFor()
  // Verdicts, one of them taken back; a draw, judged; the history, which holds all of it.
  for (const key of '12u3') await page.keyboard.press(key)
  await go(page, 'r', 'Review')
  await page.getByText('2 verdicts from the queue: kept, and not counted.').waitFor()
  await tabTo(page, 'Draw')
  await page.keyboard.press('Enter')
  await page.getByText('these verdicts count for the bounds').waitFor()
  await page.getByRole('option').first().waitFor()
  for (const key of '2222') await page.keyboard.press(key)
  await go(page, 'h', 'History')
  await page.getByText('9 events, whole.').waitFor()
  expect(complaints).toEqual([])
})
