import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoViolations } from './axe.js'
import { writeFiles } from './files.js'
import { inFolder, openBrowser, openStudio } from './studio.js'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const go = async (page: Page, screen: string): Promise<void> => {
  await page.goto(`${page.url().split('#')[0]}#/${screen}`)
  // The title follows the screen once it is drawn.
  await page.waitForFunction((name) => document.title.toLowerCase().startsWith(name), screen.split('?')[0])
}

/** Nothing reaches beyond the screen's sides. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

const modes: Record<string, BrowserContextOptions> = {
  light: {},
  dark: { colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 } },
  // What 200 % makes of a window of 1280.
  'zoomed to 200 %': { viewport: { width: 640, height: 450 } },
}

describe.each(Object.entries(modes))('%s', (_, options) => {
  it(
    'no screen and no state has a fault that axe finds, nor is wider than the window',
    () =>
      inFolder(async (folder) => {
        const { nominal, mixture } = await writeFiles(folder, 420)
        const { page, complaints } = await openStudio(browser, options)
        const check = async (state: string): Promise<void> => {
          await expectNoViolations(page, state)
          expect(await overflow(page), `${state}: width`).toBeLessThanOrEqual(0)
        }
        for (const screen of ['start', 'data', 'promise']) {
          await go(page, screen)
          await check(`${screen}, empty`)
        }
        await go(page, 'start')
        await page.getByLabel('Choose a file for Nominal').setInputFiles(nominal)
        await page.getByText('420 rows').first().waitFor()
        await page.getByLabel('Choose a file for Mixture').setInputFiles(mixture)
        await page.getByRole('button', { name: 'Look at the data' }).waitFor()
        await page.getByText('Show the proof').click()
        await check('start, files open')
        await go(page, 'data')
        await check('data')
        await go(page, 'promise?recall=0.5&alpha=0.5&confidence=0.9')
        await page.getByRole('button', { name: 'Seal the promise' }).waitFor({ timeout: 60_000 })
        await check('promise, pilot')
        const share = page.getByLabel('Share of aliens, in percent')
        await share.fill('5')
        await page.keyboard.press('Enter')
        await page.getByText('A promise on less cannot be made').waitFor()
        await check('promise, refuted')
        await share.fill('50')
        await page.keyboard.press('Enter')
        await page.getByRole('button', { name: 'Seal the promise', disabled: false }).click()
        await page.locator('#tau').waitFor({ timeout: 60_000 })
        for (const more of ['What it rests on', 'What can be proved', 'The numbers']) await page.getByText(more).click()
        await check('promise, certified')
        // On paper the page has the whole width, and nothing to press.
        await page.emulateMedia({ media: 'print' })
        const paper = await page.evaluate(() => [document.querySelector('main')!.clientWidth, innerWidth])
        expect(paper[0]).toBeGreaterThan(0.9 * paper[1])
        expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0)
        await page.emulateMedia({ media: 'screen' })
        for (const [screen, shown] of [
          ['alarms', page.getByRole('option').first()],
          ['review', page.getByText('No draw yet.')],
          ['watch', page.getByText('It needs xenolith serve.')],
          ['history', page.getByRole('heading', { name: 'History' })],
        ] as const) {
          await go(page, screen)
          await shown.waitFor()
          await check(`${screen} of a file`)
        }
        await go(page, 'promise')
        await page.getByRole('button', { name: /look 2/ }).click()
        await page.locator('.standing', { hasText: /looks: 2/ }).waitFor()
        await check('promise, second look')
        await page.getByLabel('Recall, in percent').fill('99')
        await page.keyboard.press('Enter')
        await page.getByRole('button', { name: /look 3/ }).click()
        await page.getByRole('heading', { name: 'These data cannot carry this promise.' }).waitFor()
        await check('promise, refused')
        await page.keyboard.press('?')
        await page.getByRole('dialog').waitFor()
        await check('keys')
        await page.keyboard.press('Escape')
        expect(complaints).toEqual([])
      }),
    240_000,
  )
})
