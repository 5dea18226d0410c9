import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoViolations } from './axe.js'
import { type Served, serveDemo } from './served.js'
import { inFolder, openBrowser, openStudio } from './studio.js'

/* Review, Watch and History of a stream, served. */

let browser: Browser
let served: Served
beforeAll(async () => {
  ;[browser, served] = await Promise.all([openBrowser(), serveDemo(10)])
})
afterAll(async () => {
  await browser.close()
  await served.close()
})

const looks = [
  ['desktop, light', { viewport: { width: 1280, height: 900 }, colorScheme: 'light' }],
  ['desktop, dark', { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' }],
  ['phone, light', { viewport: { width: 390, height: 844 }, colorScheme: 'light' }],
  ['phone, dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
  // 200 % zoom of a desktop is half its width in CSS pixels.
  ['200 % zoom', { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 }],
] as const

const at = (hash: string, more = {}) => openStudio(browser, { address: served.address, at: hash, ...more })

async function expectCalm(hash: string, words: RegExp): Promise<void> {
  for (const [where, options] of looks) {
    const { page } = await at(hash, options)
    await page.getByText(words).first().waitFor()
    await expectNoViolations(page, `${hash}, ${where}`)
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(sideways, `${hash}, ${where}: sideways`).toBeLessThanOrEqual(0)
    await page.context().close()
  }
}

describe('review', () => {
  it('draws, counts drawn verdicts alone, and says how many more', async () => {
    const { page, complaints } = await at('#/review')
    await page.getByText('No draw yet.').waitFor()
    await page.getByRole('spinbutton').fill('12')
    await page.getByRole('combobox').selectOption('alarms')
    await page.getByRole('button', { name: 'Draw', exact: true }).click()
    await page.getByText('these verdicts count for the bounds').waitFor()
    await page.getByRole('option').first().waitFor()
    expect(await page.getByRole('option').count()).toBe(12)
    await page.keyboard.press('x')
    await page.keyboard.press('Shift+Digit1')
    await page.getByText('In a draw each row is judged by itself.').last().waitFor()
    await page.keyboard.press('Escape')
    for (const key of '111112111113') await page.keyboard.press(key)
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await page.getByText('From 12 drawn alarms: 10 alien, 1 nominal, 1 unsure.').waitFor()
    await page.getByText(/\d+ more labels?: precision at least/).waitFor()
    await page.getByText(/however often you look/).waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('a link to a row leads to it', async () => {
    const { alarms } = (await served.ask('GET', `/v1/streams/${served.demo.stream}/alarms?limit=1`)).body as {
      alarms: { id: string; key: string }[]
    }
    const { page } = await at(`#/alarms?row=${alarms[0].id}`)
    await page.getByRole('heading', { name: `Row ${alarms[0].key}` }).waitFor()
    await page.context().close()
  })

  it('breaks no rule of axe', () => expectCalm('#/review', /however often you look/))
})

describe('watch', () => {
  it('shows the promise in force, then void with its sentence, said at once and live', async () => {
    const { page, complaints } = await at('#/watch')
    await page.getByText('In force: at least').waitFor()
    await page.getByText('VALID').first().waitFor()
    await expectNoViolations(page, 'valid')
    await served.play(70)
    await page.getByText('The certificate is void.').waitFor({ timeout: 60_000 })
    await page
      .getByText(/Moved most|moved most/)
      .first()
      .waitFor()
    await page.getByText('alarms without promise').waitFor()
    const told = page.locator('[aria-live=assertive]')
    expect(await told.textContent()).toMatch(/^Void: the promise no longer holds/)
    await page.getByRole('button', { name: 'Acknowledge' }).click()
    await page.getByLabel('What you know of it').fill('a sensor was replaced')
    await page.keyboard.press('Enter')
    await page.getByText('Kept in the history, with your name.').waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('breaks no rule of axe', () => expectCalm('#/watch', /What cannot be seen without labels/))

  it('starts an audit', async () => {
    const { page } = await at('#/watch')
    await page.getByRole('button', { name: 'Audit 100 rows' }).click()
    await page.getByText('these verdicts count for the bounds').waitFor()
    await page.getByRole('option').first().waitFor()
    expect(await page.getByRole('option').count()).toBe(100)
    await page.context().close()
  })
})

describe('history', () => {
  it('is checked in the browser, goes on live, and tells what was acknowledged', async () => {
    const { page, complaints } = await at('#/history')
    const whole = page.getByText(/[\d,]+ events, whole\./)
    await whole.waitFor()
    const before = await whole.textContent()
    await page.getByText('“a sensor was replaced”').waitFor()
    await served.play(1)
    await expect.poll(() => whole.textContent()).not.toBe(before)
    await page.getByLabel('Show').selectOption('certificate.void')
    await page.getByText(/valid → void|at-risk → void/).waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('names the first bad event when somebody has changed one, and shows the rest all the same', async () => {
    const { page } = await at('#/start')
    await page.route('**/v1/events?*', async (route) => {
      const answer = await route.fetch()
      const { events } = (await answer.json()) as { events: { seq: number; actor: string }[] }
      const spoilt = events.map((event) => (event.seq === 5 ? { ...event, actor: 'Eve' } : event))
      await route.fulfill({ response: answer, json: { events: spoilt } })
    })
    await page.evaluate(() => {
      location.hash = '#/history'
    })
    await page.getByText('The chain is broken at event 5:').waitFor()
    await page.getByText('its content is not what was hashed').waitFor()
    await expectNoViolations(page, 'broken chain')
    expect(await page.locator('tbody tr').count()).toBeGreaterThan(5)
    await page.context().close()
  })

  it('hands out the bundle', async () => {
    const { page } = await at('#/history', { acceptDownloads: true })
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export the bundle of demo' }).click()
    expect((await download).suggestedFilename()).toBe('demo-bundle.html')
    await page.getByText('Open it anywhere').waitFor()
    const bundle = await readFile(await (await download).path(), 'utf8')
    await page.context().close()

    // The studio from disk opens and checks it, as the command does; one that was changed is told from it.
    await inFolder(async (folder) => {
      const { page: disk, complaints, requests } = await openStudio(browser)
      const show = async (name: string, text: string, words: string): Promise<void> => {
        await writeFile(join(folder, name), text)
        await disk.goto(`${disk.url().split('#')[0]}#/start`)
        await disk.getByLabel('A model or a bundle').setInputFiles(join(folder, name))
        await disk.getByText(words).waitFor()
        await expectNoViolations(disk, name)
      }
      await show('bundle.html', bundle, 'A bundle that holds together')
      await disk.getByText('the scores that it carries give this certificate, field by field').waitFor()
      await disk.getByText(/\d+ events, whole/).waitFor()
      const changed = bundle.replace(/"recall":0\.\d+/, '"recall":0.99')
      expect(changed).not.toBe(bundle)
      await show('changed.html', changed, 'Not whole: do not rely on it')
      await disk.getByText('the content was changed').waitFor()
      await show('page.html', '<p>no bundle</p>', 'page.html is not a bundle of Xenolith')
      expect(complaints).toEqual([])
      expect(requests).toEqual([])
      await disk.context().close()
    })
  })

  it('breaks no rule of axe', () => expectCalm('#/history', /events, whole/))
})

describe('with tokens', () => {
  let guarded: Served
  beforeAll(async () => {
    guarded = await serveDemo(3, ['Ann', 'Bob'])
  })
  afterAll(() => guarded.close())

  it('asks for a token, refuses a wrong one in words, and lets in who has one', async () => {
    const { page } = await openStudio(browser, { address: guarded.address, at: '#/alarms' })
    await page.getByLabel('Your token').fill('xeno_wrong')
    await expectNoViolations(page, 'token')
    await page.keyboard.press('Enter')
    await page.getByText('The token is unknown.').waitFor()
    await page.getByLabel('Your token').fill(guarded.tokens[0])
    await page.keyboard.press('Enter')
    await page.getByRole('option').first().waitFor()
    // It holds for this tab, over a reload.
    await page.reload()
    await page.getByRole('option').first().waitFor()
    await page.context().close()
  })

  it('two reviewers by name: who comes second reads who was first; their disagreement is on Review, with a link to the row', async () => {
    const [ann, bob] = guarded.tokens
    const queue = await guarded.ask('GET', `/v1/streams/${guarded.demo.stream}/alarms?limit=1`, undefined, ann)
    const [{ id, key }] = (queue.body as { alarms: { id: string; key: string }[] }).alarms
    const { page } = await openStudio(browser, { address: guarded.address, at: '#/alarms' })
    await page.route('**/v1/live*', (route) => route.abort())
    await page.getByLabel('Your token').fill(bob)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: `Row ${key}` }).waitFor()
    await guarded.ask('PUT', `/v1/alarms/${id}/verdict`, { verdict: 'nominal', expected: 0 }, ann)
    await page.getByRole('listbox').focus()
    await page.keyboard.press('1')
    await page.getByText(/Ann decided “nominal” \d+ s ago; you said “alien”/).waitFor()
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await expect
      .poll(async () => {
        const { body } = await guarded.ask('GET', `/v1/alarms/${id}`, undefined, ann)
        return (body as { verdicts: { reviewer: string; verdict: string }[] }).verdicts.map(
          (v) => v.reviewer + v.verdict,
        )
      })
      .toEqual(['Annnominal', 'Bobalien'])
    await page.evaluate(() => {
      location.hash = '#/review'
    })
    await page.getByText('On 1 row.').waitFor()
    await expectNoViolations(page, 'disagreement')
    await page.getByRole('link', { name: 'row 1', exact: true }).click()
    await page.getByRole('heading', { name: `Row ${key}` }).waitFor()
    await page.getByText(/Bob alien/).waitFor()
    await page.context().close()
  })
})

it('`xenolith serve --demo` serves the studio with a queue to review', async () => {
  await inFolder(async (folder) => {
    const command = fileURLToPath(new URL('../../../cli/dist/main.js', import.meta.url))
    const process = spawn(globalThis.process.execPath, [command, 'serve', '--demo', '--port', '0', '--json'], {
      cwd: folder,
    })
    try {
      const line = await new Promise<string>((resolve, reject) => {
        process.stdout.once('data', (data) => resolve(String(data)))
        process.once('exit', (code) => reject(new Error(`ended with ${code}`)))
      })
      const { address } = JSON.parse(line) as { address: string }
      const { page, complaints, requests } = await openStudio(browser, { address: `${address}/`, at: '#/alarms' })
      // The first batch comes within a second or two.
      await expect
        .poll(
          async () => {
            await page
              .getByRole('button', { name: /read again/ })
              .click({ timeout: 200 })
              .catch(() => {})
            return page.getByRole('option').count()
          },
          { timeout: 20_000 },
        )
        .toBeGreaterThan(0)
      await page.keyboard.press('1')
      await page
        .getByText(/^Alien\. \d+ open\.$/)
        .first()
        .waitFor()
      expect(complaints).toEqual([])
      expect(requests).toEqual([])
      await page.context().close()
    } finally {
      process.removeAllListeners('exit')
      const ended = new Promise((resolve) => process.once('exit', resolve))
      process.kill('SIGTERM')
      await ended
    }
  })
})
