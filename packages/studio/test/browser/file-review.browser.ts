import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { demoData } from '@xenolith/study'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csvOf } from '../../src/app/worker/csv.ts'
import { expectNoViolations } from './axe.js'
import { inFolder, openBrowser, openStudio } from './studio.js'

/* The review of a file's alarms, from disk: no service, verdicts in the browser. */

let browser: Browser
let page: Page
let requests: string[]
let complaints: string[]
beforeAll(async () => {
  browser = await openBrowser()
  ;({ page, requests, complaints } = await openStudio(browser, { acceptDownloads: true }))
})
afterAll(() => browser.close())

const go = (to: string): Promise<void> =>
  page.evaluate((hash) => {
    location.hash = hash
  }, to)

it('says what is missing before there is a model, on every screen', async () => {
  for (const [screen, words] of [
    ['alarms', 'Nothing to review yet.'],
    ['review', 'Nothing to review yet.'],
    ['watch', 'It needs xenolith serve.'],
    ['history', 'Nothing has happened yet.'],
  ]) {
    await go(`#/${screen}`)
    await page.getByText(words).waitFor()
    await expectNoViolations(page, `${screen}, empty`)
  }
})

describe('with the demo sealed', () => {
  beforeAll(async () => {
    await go('#/start')
    await page.getByRole('button', { name: 'Open the demo' }).click()
    await page.getByRole('button', { name: 'Seal the promise' }).click({ timeout: 60_000 })
    await page.getByText('VALID').first().waitFor({ timeout: 60_000 })
    await go('#/alarms')
    await page.getByRole('option').first().waitFor({ timeout: 60_000 })
  })

  it('shows the alarms of the file with reasons, nearest nominal rows and similar alarms', async () => {
    await page.getByText(/of 10,000 rows alarm/).waitFor()
    await page.getByRole('heading', { name: 'Nearest nominal rows' }).waitFor()
    expect(await page.getByRole('region', { name: 'Nearest nominal rows' }).locator('tbody tr').count()).toBe(6)
    await page.getByRole('heading', { name: /Similar open alarms/ }).waitFor()
    await expectNoViolations(page, 'alarms of a file')
  })

  it('keeps verdicts in the browser, takes them back, and finds them again after the page was closed', async () => {
    const first = await page.locator('.current').getAttribute('id')
    await page.keyboard.press('1')
    await page.keyboard.press('2')
    await page.keyboard.press('u')
    await page.keyboard.press('3')
    await go('#/history')
    await page.getByText('4 events, whole.').waitFor()
    await expectNoViolations(page, 'history of a file')
    expect(await page.getByText('took a verdict back').count()).toBe(1)
    await go('#/alarms')
    await page.getByRole('option').first().waitFor()
    // Judged rows are out of the queue when it is read anew.
    expect(await page.locator(`#${first}`).count()).toBe(0)
  })

  it('draws rows at random, bounds with them alone, and exports what fit --audit takes', async () => {
    await go('#/review')
    await page.getByText('2 verdicts from the queue: kept, and not counted.').waitFor()
    await expectNoViolations(page, 'review without a draw')
    await page.getByRole('spinbutton').fill('30')
    await page.getByRole('button', { name: 'Draw', exact: true }).click()
    await page.getByText('these verdicts count for the bounds').waitFor()
    await page.getByRole('option').first().waitFor()
    expect(await page.getByRole('option').count()).toBe(30)
    for (let i = 0; i < 28; i++) {
      const alarms = !(await page.locator('.current .name').textContent())?.includes('no alarm')
      await page.keyboard.press(alarms ? '1' : '2')
    }
    await go('#/review')
    await page.getByText('Draw 1, of all rows: 28 of 30 judged.').waitFor()
    await page.getByText(/from 28 drawn verdicts/).waitFor()
    await page
      .getByText(/between [\d.]+.% and 100.%/)
      .first()
      .waitFor()
    await expectNoViolations(page, 'review with an open draw')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export the audit file' }).click()
    const text = readFileSync(await (await download).path(), 'utf8')
    const lines = text.trim().split('\n')
    expect(lines).toHaveLength(31)
    expect(lines[0]).toMatch(/^row,x1,.*,verdict$/)
    expect(lines.filter((line) => /,(alien|nominal)$/.test(line))).toHaveLength(28)
    await inFolder(async (folder) => {
      writeFileSync(join(folder, 'audit.csv'), text)
      const command = fileURLToPath(new URL('../../../cli/dist/main.js', import.meta.url))
      const run = (...args: string[]) =>
        execFileSync(process.execPath, [command, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
      const { nominal, mixture } = demoData(1)
      writeFileSync(join(folder, 'nominal.csv'), csvOf(nominal))
      writeFileSync(join(folder, 'mixture.csv'), csvOf(mixture))
      // The labels bound alpha: the command finds every row of the file and reads every verdict.
      const answer = JSON.parse(
        run(
          'fit',
          '--nominal',
          'nominal.csv',
          '--mixture',
          'mixture.csv',
          '--audit',
          'audit.csv',
          '--alpha',
          '0.5',
          '--recall',
          '0.8',
          '--confidence',
          '0.95',
          '--trees',
          '50',
          '--out',
          'm.xeno',
          '--json',
        ),
      ) as {
        certificate?: { audit?: { labelled: number; unsure: number } }
        audit?: { labelled: number; unsure: number }
      }
      const audit = answer.audit ?? answer.certificate?.audit
      expect(audit).toMatchObject({ labelled: 30, unsure: 2 })
    })
  })

  it('replays a thousand reviews', async () => {
    await page.getByRole('button', { name: 'Replay 1000 reviews' }).click()
    await page.getByText('of 1,000').first().waitFor()
    const shares = await page.locator('.methods b').allTextContents()
    const [one, all] = shares.map((share) => Number.parseFloat(share))
    expect(one).toBeGreaterThan(20)
    expect(all).toBeLessThan(5)
    await expectNoViolations(page, 'replayed')
  })

  it('asked for nothing outside and complained of nothing', () => {
    expect(requests).toEqual([])
    expect(complaints).toEqual([])
  })
})
