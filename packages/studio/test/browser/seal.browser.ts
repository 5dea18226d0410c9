import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeFiles } from './files.js'
import { inFolder, openBrowser, openStudio } from './studio.js'

/* The envelope opens once, whichever way one comes back to the same rows. */

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const TERMS = '#/promise?recall=0.5&alpha=0.5&confidence=0.9'

/** What the page shows of a file once it has read it. */
async function fingerprint(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
}

async function openBoth(page: Page, files: readonly [string, string]): Promise<void> {
  await page.goto(`${page.url().split('#')[0]}#/start`)
  for (const [role, file] of [
    ['Nominal', files[0]],
    ['Mixture', files[1]],
  ] as const) {
    await page.getByLabel(`Choose a file for ${role}`).setInputFiles(file)
    await page
      .getByRole('group', { name: role })
      .getByText((await fingerprint(file)).slice(0, 12))
      .waitFor()
    await page.getByRole('complementary', { name: 'Work in progress' }).waitFor({ state: 'detached' })
  }
  await page.goto(`${page.url().split('#')[0]}${TERMS}`)
}

const seal = (page: Page) => page.getByRole('button', { name: /Seal the promise|Ask again: look \d+/, disabled: false })
const standing = (page: Page) => page.locator('.standing')

async function sealed(page: Page): Promise<string> {
  await seal(page).click({ timeout: 60_000 })
  await standing(page).waitFor({ timeout: 60_000 })
  return ((await standing(page).textContent()) ?? '').replace(/\s+/g, ' ').trim()
}

/** The same rows in another order, under another name: other bytes. */
async function shuffled(path: string): Promise<string> {
  const [head, ...rows] = (await readFile(path, 'utf8')).trimEnd().split('\n')
  const other = path.replace(/\.csv$/, '-again.csv')
  await writeFile(other, `${[head, ...rows.reverse()].join('\n')}\n`)
  return other
}

describe('the seal', () => {
  it('opens once: asked again, the same rows certify nothing', () =>
    inFolder(async (folder) => {
      const { nominal, mixture } = await writeFiles(folder, 300)
      const fresh = join(folder, 'fresh')
      const { page } = await openStudio(browser)
      // A second tab that has the files open before the first seals them.
      const other = await page.context().newPage()
      await other.goto(page.url())
      await openBoth(other, [nominal, mixture])
      await other.getByRole('button', { name: 'Seal the promise', disabled: false }).waitFor({ timeout: 60_000 })

      await openBoth(page, [nominal, mixture])
      expect(await sealed(page)).toMatch(/Certified looks: 1$/)
      // The other tab hears of it, and what it asks is a second look.
      await other.getByRole('button', { name: 'Ask again: look 2' }).waitFor()
      expect(await sealed(other)).toMatch(/Not certified looks: 2$/)
      await other.close()

      // Another seed seals other rows of the same files, of which some were seen.
      await page.getByLabel('Seed').fill('2')
      await page.keyboard.press('Tab')
      await page.getByRole('button', { name: 'Ask again: look 3', disabled: false }).waitFor({ timeout: 60_000 })
      // The certificate of the first look stands beside it.
      await page.getByText('Certified before on these rows').waitFor()
      await page.getByRole('button', { name: 'Show the certificate' }).click()
      expect(((await standing(page).textContent()) ?? '').replace(/\s+/g, ' ').trim()).toMatch(/Certified looks: 1$/)
      await page.getByText('recall, 90 % sure').waitFor()
      // So does another detector, after the back button and a reload.
      await page.goBack()
      await page.goForward()
      await page.reload()
      await openBoth(page, [nominal, mixture])
      await page.getByRole('button', { name: 'Ask again: look 3', disabled: false }).waitFor({ timeout: 60_000 })
      expect(await sealed(page)).toMatch(/Not certified looks: 3$/)
      // The same rows in other files, and swapped.
      await openBoth(page, [await shuffled(nominal), await shuffled(mixture)])
      await page.getByRole('button', { name: 'Ask again: look 4', disabled: false }).waitFor({ timeout: 60_000 })
      await openBoth(page, [mixture, nominal])
      await page.getByRole('button', { name: 'Ask again: look 4', disabled: false }).waitFor({ timeout: 60_000 })
      await page.getByRole('complementary', { name: 'Work in progress' }).waitFor({ state: 'detached' })
      // Fresh rows of the same law are sealed.
      const again = await writeFiles(fresh, 300, 77)
      await openBoth(page, [again.nominal, again.mixture])
      await page.getByRole('button', { name: 'Seal the promise', disabled: false }).waitFor({ timeout: 60_000 })
    }))
})
