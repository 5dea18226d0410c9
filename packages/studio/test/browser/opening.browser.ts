import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeFiles } from './files.js'
import { inFolder, openBrowser, openStudio } from './studio.js'

/* Files that are opened while a training runs. */

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

it('a second file that is given while the first is read does not push it out', () =>
  inFolder(async (folder) => {
    const { nominal, mixture } = await writeFiles(folder, 20_000)
    const { page, complaints } = await openStudio(browser)
    await page.getByLabel('Choose a file for Nominal').setInputFiles(nominal)
    await page.getByLabel('Choose a file for Mixture').setInputFiles(mixture)
    await page.getByRole('button', { name: 'Look at the data' }).waitFor({ timeout: 60_000 })
    for (const name of ['Nominal', 'Mixture'])
      await page.getByRole('group', { name }).getByText('20,000 rows').waitFor()
    expect(complaints).toEqual([])
  }))

it('columns that only one file has are left out, and the promise is made of the others', () =>
  inFolder(async (folder) => {
    const { nominal, mixture } = await writeFiles(folder)
    const known = join(folder, 'known.csv')
    const lines = (await readFile(nominal, 'utf8')).trim().split('\n')
    await writeFile(known, lines.map((line, i) => `${line},${i === 0 ? 'species,site' : `finch,${i}`}\n`).join(''))
    const { page, complaints } = await openStudio(browser)
    await page.getByLabel('Choose a file for Nominal').setInputFiles(known)
    await page.getByLabel('Choose a file for Mixture').setInputFiles(mixture)
    await page.getByRole('button', { name: 'Look at the data' }).click({ timeout: 60_000 })
    const useOf = (name: string) => page.getByLabel(`Use of ${name}`).inputValue()
    expect([await useOf('species'), await useOf('site'), await useOf('pressure')]).toEqual([
      'left out',
      'left out',
      'feature',
    ])
    await page.getByRole('button', { name: 'To the promise' }).click()
    await page.getByRole('button', { name: 'Seal the promise' }).waitFor({ timeout: 120_000 })
    expect(complaints).toEqual([])
  }))

it('a training that a new file overtakes begins again for that file, by itself', () =>
  inFolder(async (folder) => {
    const { nominal, mixture } = await writeFiles(folder, 20_000)
    const fresh = await writeFiles(`${folder}/fresh`, 400, 77)
    const { page, complaints } = await openStudio(browser)
    const go = (to: string): Promise<void> =>
      page.evaluate((hash) => {
        location.hash = hash
      }, to)
    await page.getByLabel('Choose a file for Nominal').setInputFiles([nominal, mixture])
    await page.getByRole('button', { name: 'Straight to the promise' }).click()
    await page.getByText('Comparing detectors', { exact: true }).first().waitFor({ state: 'attached' })
    await go('#/start')
    await page.getByLabel('Choose a file for Nominal').setInputFiles([fresh.nominal, fresh.mixture])
    await page.getByRole('group', { name: 'Mixture' }).getByText('400 rows').waitFor()
    await go('#/promise?recall=0.5&alpha=0.5&confidence=0.9')
    // The sealed rows are those of the new files: 400 less the pilot's 140.
    const seal = page.getByRole('button', { name: 'Seal the promise', disabled: false })
    await seal.waitFor({ timeout: 90_000 })
    expect(await page.getByText('Stopped.').count()).toBe(0)
    const rows = await page.locator('.seal .rows').allTextContents()
    expect(rows.map((part) => part.trim())).toEqual(['140 + 140', '260 + 260'])
    await seal.click()
    await page.locator('#tau').waitFor({ timeout: 60_000 })
    expect(complaints).toEqual([])
  }))

it('a training that is stopped stays stopped, keeps the files, and goes on when asked', () =>
  inFolder(async (folder) => {
    const { nominal, mixture } = await writeFiles(folder, 2000)
    const { page, complaints } = await openStudio(browser)
    await page.getByLabel('Choose a file for Nominal').setInputFiles([nominal, mixture])
    await page.getByRole('button', { name: 'Straight to the promise' }).click()
    await page.getByRole('button', { name: 'Stop' }).click({ timeout: 30_000 })
    const again = page.getByRole('button', { name: 'Train and score' })
    await again.click({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Seal the promise' }).waitFor({ timeout: 90_000 })
    expect(complaints).toEqual([])
  }))
