import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reviewKeys } from '../../src/app/screens/alarms/keys.ts'
import { expectNoViolations } from './axe.js'
import { type Served, serveDemo } from './served.js'
import { openBrowser, openStudio } from './studio.js'

let browser: Browser
let served: Served
beforeAll(async () => {
  ;[browser, served] = await Promise.all([openBrowser(), serveDemo(6)])
})
afterAll(async () => {
  await browser.close()
  await served.close()
})

async function desk(more: Parameters<typeof openStudio>[1] = {}) {
  const opened = await openStudio(browser, { address: served.address, at: '#/alarms', ...more })
  await opened.page.getByRole('option').first().waitFor()
  return opened
}

const current = (page: Page) => page.locator('[role=option].current')
const rowName = async (page: Page): Promise<string> => (await current(page).locator('.name').textContent()) ?? ''
const stateOf = (page: Page, id: string) => page.locator(`#${id} .state`)
const idOf = async (page: Page): Promise<string> => (await current(page).getAttribute('id')) ?? ''
const focusIsKept = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement !== document.body && document.activeElement !== null)
interface Verdict {
  readonly verdict: string | null
  readonly reason: string | null
  readonly basis: string
}
async function verdictsOf(id: string): Promise<readonly Verdict[]> {
  const { body } = await served.ask('GET', `/v1/alarms/${id.replace(/^row-/, '')}`)
  return (body as { verdicts: Verdict[] }).verdicts
}
async function until(check: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (await check()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  expect(await check()).toBe(true)
}

describe('every key', () => {
  it('is printed on a button, and on the list of keys', async () => {
    const { page } = await desk()
    await page.keyboard.press('x')
    for (const { print, label } of Object.values(reviewKeys)) {
      if (label === 'Filter' || label === 'Note') continue
      expect(await page.getByRole('button', { name: label, exact: true }).locator('kbd').textContent(), label).toBe(
        print,
      )
    }
    // What can be done with selected rows is in sight, wherever the page stands.
    const bulk = (await page.getByRole('button', { name: reviewKeys.clear.label, exact: true }).boundingBox())!
    expect(bulk.y + bulk.height).toBeLessThanOrEqual(page.viewportSize()!.height)
    await page.keyboard.press('?')
    const help = page.getByRole('dialog')
    expect(await help.evaluate((dialog) => dialog.scrollTop)).toBe(0)
    for (const { does } of Object.values(reviewKeys)) await help.getByText(does, { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'hidden' })
    await page.context().close()
  })

  it('j and k move', async () => {
    const { page } = await desk()
    const first = await rowName(page)
    await page.keyboard.press('j')
    expect(await rowName(page)).not.toBe(first)
    await page.keyboard.press('k')
    expect(await rowName(page)).toBe(first)
    expect(await focusIsKept(page)).toBe(true)
    await page.context().close()
  })

  it.each([
    ['1', 'alien'],
    ['2', 'nominal'],
    ['3', 'unsure'],
  ])('%s says %s, goes on, and u takes it back as a new verdict', async (key, verdict) => {
    const { page, complaints } = await desk()
    const id = await idOf(page)
    const before = (await verdictsOf(id)).length
    await page.keyboard.press(key)
    expect(await stateOf(page, id).textContent()).toContain(verdict)
    expect(await idOf(page)).not.toBe(id)
    expect(await focusIsKept(page)).toBe(true)
    await until(async () => (await verdictsOf(id)).length === before + 1)
    expect((await verdictsOf(id)).at(-1)).toMatchObject({ verdict, basis: 'queue' })
    await page.keyboard.press('u')
    expect(await idOf(page)).toBe(id)
    await until(async () => (await verdictsOf(id)).length === before + 2)
    expect((await verdictsOf(id)).at(-1)?.verdict).toBeNull()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('s puts off without a verdict', async () => {
    const { page } = await desk()
    const id = await idOf(page)
    const before = (await verdictsOf(id)).length
    await page.keyboard.press('s')
    expect(await stateOf(page, id).textContent()).toContain('later')
    expect(await idOf(page)).not.toBe(id)
    expect((await verdictsOf(id)).length).toBe(before)
    await page.context().close()
  })

  it('x selects, shift with a digit judges all selected, u takes all back, Escape lets go', async () => {
    const { page } = await desk()
    const ids: string[] = []
    for (let i = 0; i < 3; i++) {
      ids.push(await idOf(page))
      await page.keyboard.press('x')
      await page.keyboard.press('j')
    }
    await page.getByText('3 selected', { exact: true }).waitFor()
    await page.keyboard.press('Shift+Digit2')
    for (const id of ids) expect(await stateOf(page, id).textContent()).toContain('nominal')
    await until(async () => (await verdictsOf(ids[2])).at(-1)?.verdict === 'nominal')
    expect((await verdictsOf(ids[2])).at(-1)?.basis).toBe('bulk')
    await page.keyboard.press('u')
    await until(async () => (await Promise.all(ids.map(verdictsOf))).every((all) => all.at(-1)?.verdict === null))
    for (const [key, verdict] of [
      ['Shift+Digit1', 'alien'],
      ['Shift+Digit3', 'unsure'],
    ]) {
      const id = await idOf(page)
      await page.keyboard.press('x')
      await page.keyboard.press(key)
      expect(await stateOf(page, id).textContent()).toContain(verdict)
      await page.keyboard.press('u')
    }
    await page.keyboard.press('x')
    await page.getByText('1 selected', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByText('1 selected', { exact: true }).count()).toBe(0)
    await page.context().close()
  })

  it('/ filters, n writes a reason that is kept with the verdict, and neither loses keys to the page', async () => {
    const { page } = await desk()
    await page.keyboard.press('/')
    const all = await page.getByRole('option').count()
    await page.keyboard.type('x9=3')
    expect(await page.getByRole('option').count()).toBeLessThan(all)
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox').fill('')
    await page.getByRole('listbox').focus()
    const id = await idOf(page)
    await page.keyboard.press('n')
    await page.keyboard.type('12 jokes')
    expect(await idOf(page)).toBe(id)
    await page.keyboard.press('Enter')
    await page.keyboard.press('1')
    await until(async () => (await verdictsOf(id)).at(-1)?.reason === '12 jokes')
    await page.keyboard.press('u')
    await page.context().close()
  })

  it('e shows every column', async () => {
    const { page } = await desk()
    const rows = page.locator('table:not(.compare) tbody tr')
    await rows.first().waitFor()
    const some = await rows.count()
    await page.keyboard.press('e')
    await until(async () => (await rows.count()) === 9)
    expect(some).toBeLessThan(9)
    await page.context().close()
  })

  it('can be switched off: then letters and digits do nothing, arrows and buttons still work', async () => {
    const { page } = await desk()
    await page.keyboard.press('?')
    await page.getByLabel('Switch single-letter keys off').check()
    await page.keyboard.press('Escape')
    const id = await idOf(page)
    await page.keyboard.press('j')
    await page.keyboard.press('1')
    expect(await idOf(page)).toBe(id)
    expect(await stateOf(page, id).textContent()).not.toContain('alien')
    await page.getByRole('listbox').focus()
    await page.keyboard.press('ArrowDown')
    expect(await idOf(page)).not.toBe(id)
    await page.getByRole('button', { name: 'Later', exact: true }).click()
    expect(await focusIsKept(page)).toBe(true)
    await page.context().close()
  })
})

it('the whole review by keyboard alone: from the skip link to a verdict and back to another screen', async () => {
  const { page } = await desk()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Skip')
  await page.keyboard.press('Enter')
  for (let i = 0; i < 30; i++) {
    if (await page.evaluate(() => document.activeElement?.getAttribute('role') === 'listbox')) break
    await page.keyboard.press('Tab')
  }
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('listbox')
  const id = await idOf(page)
  await page.keyboard.press('Tab')
  for (let i = 0; i < 12; i++) {
    if (await page.evaluate(() => document.activeElement?.textContent?.includes('Alien'))) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  expect(await stateOf(page, id).textContent()).toContain('alien')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Alien')
  await page.keyboard.press('u')
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await page.getByRole('heading', { name: 'Review', level: 1 }).waitFor()
  await page.context().close()
})

describe('two reviewers', () => {
  it('hear each other, and who comes second chooses', async () => {
    const [one, two] = [await desk(), await desk()]
    const id = await idOf(one.page)
    expect(await idOf(two.page)).toBe(id)
    await one.page.keyboard.press('1')
    // The other sees it without asking.
    await stateOf(two.page, id).getByText('alien').waitFor()
    await one.page.keyboard.press('u')
    await until(async () => !(await stateOf(two.page, id).textContent())?.includes('alien'))
    // Now somebody decides while this page cannot hear it.
    await one.page.route('**/v1/live*', (route) => route.abort())
    await one.page.reload()
    await one.page.getByRole('option').first().waitFor()
    const next = await idOf(one.page)
    const { verdictSeq } = (
      (await served.ask('GET', `/v1/alarms/${next.slice(4)}`)).body as { alarm: { verdictSeq: number } }
    ).alarm
    await served.ask('PUT', `/v1/alarms/${next.slice(4)}/verdict`, { verdict: 'nominal', expected: verdictSeq })
    await one.page.keyboard.press('1')
    const question = one.page.getByText(/decided “nominal” \d+ s ago; you said “alien”/)
    await question.waitFor()
    await expectNoViolations(one.page, 'a conflict')
    expect((await verdictsOf(next)).at(-1)?.verdict).toBe('nominal')
    await one.page.getByRole('button', { name: 'Keep mine' }).click()
    await until(async () => (await verdictsOf(next)).at(-1)?.verdict === 'alien')
    expect(await focusIsKept(one.page)).toBe(true)
    await one.page.keyboard.press('u')
    await until(async () => (await verdictsOf(next)).at(-1)?.verdict === 'nominal')
    await one.page.context().close()
    await two.page.context().close()
  })
})

it('verdicts without a service are kept, survive a closed page, and arrive when it is back', async () => {
  const { page } = await desk()
  const first = await idOf(page)
  await page.route('**/v1/alarms/*/verdict', (route) => route.abort())
  await page.keyboard.press('2')
  await stateOf(page, first).getByText('not sent yet').waitFor()
  await page.getByText(/1 of your verdicts? (is|are) kept here/).waitFor()
  await expectNoViolations(page, 'away')
  expect((await verdictsOf(first)).at(-1)?.verdict ?? null).toBeNull()
  await page.reload()
  await page.getByText(/1 of your verdicts? (is|are) kept here/).waitFor()
  await page.unroute('**/v1/alarms/*/verdict')
  // The page tries by itself too, and its button goes with the news: one that is gone has nothing left to do.
  const pressed = page.getByRole('button', { name: 'Try now' }).click()
  const arrived = page.getByText(/kept here/).waitFor({ state: 'hidden' })
  await Promise.race([pressed.catch(() => arrived), arrived])
  await until(async () => (await verdictsOf(first)).at(-1)?.verdict === 'nominal')
  await page.getByText(/kept here/).waitFor({ state: 'hidden' })
  await page.context().close()
})

it('orders stand in the address: back, reload and links find them', async () => {
  const { page } = await desk()
  await page.getByText('Near threshold').click()
  await until(async () => page.url().includes('order=near'))
  await page.getByRole('option').first().waitFor()
  const scores = (await page.locator('[role=option] .score').allTextContents()).slice(0, 20).map(Number)
  expect(scores).toEqual([...scores].sort((a, b) => a - b))
  await page.reload()
  await page.getByRole('option').first().waitFor()
  expect(await page.getByLabel('Near threshold').isChecked()).toBe(true)
  await page.getByText('Draw', { exact: true }).click()
  await page.getByText('No draw is open.').waitFor()
  await expectNoViolations(page, 'no draw')
  await page.context().close()
})

describe('axe finds nothing', () => {
  it.each([
    ['desktop, light', { viewport: { width: 1280, height: 900 }, colorScheme: 'light' as const }],
    ['desktop, dark', { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' as const }],
    ['phone, light', { viewport: { width: 390, height: 844 }, colorScheme: 'light' as const }],
    ['phone, dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const }],
    // 200 % zoom of a desktop is half its width in CSS pixels.
    ['200 % zoom', { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 }],
  ])('%s', async (where, options) => {
    const { page } = await desk(options)
    await page.locator('table tbody tr').first().waitFor()
    await expectNoViolations(page, where)
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('e')
    await expectNoViolations(page, `${where}, selected`)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(wide, 'no sideways scrolling').toBeLessThanOrEqual(0)
    await page.context().close()
  })
})
