// Times the studio from disk in Chromium: the demo, and two files of 100,000 rows and 10 columns. Needs the build.
//   node packages/studio/test/browser/times.mjs [rows] [columns]
// Prints wall times, processor time, the longest task of the page's own thread while each step ran, and what all its processes held.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { substream } from '@xenolith/core'
import { chromium } from 'playwright-core'

const rows = Number(process.argv[2] ?? 100_000)
const columns = Number(process.argv[3] ?? 10)
const studio = new URL('../../dist/studio.html', import.meta.url).href
const folder = await mkdtemp(join(tmpdir(), 'xenolith-times-'))
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'],
})
try {
  await timeDemo()
  await timeFiles()
} finally {
  await browser.close()
  await rm(folder, { recursive: true, force: true })
}

async function timeDemo() {
  const page = await openPage()
  await step(page, 'demo: click to certificate', async () => {
    await page.getByRole('button', { name: 'Open the demo' }).click()
    await page.getByRole('button', { name: 'Seal the promise' }).click({ timeout: 120_000 })
    await page.locator('#tau').waitFor({ timeout: 120_000 })
  })
  await page.close()
}

async function timeFiles() {
  const files = await Promise.all(['nominal', 'mixture'].map(writeTable))
  const page = await openPage()
  const shown = `${rows.toLocaleString('en')} rows`
  await step(page, 'first file read', async () => {
    await page.getByLabel('Choose a file for Nominal').setInputFiles(files[0])
    await page.getByText(shown).waitFor({ timeout: 120_000 })
  })
  await step(page, 'second file read, both compared', async () => {
    await page.getByLabel('Choose a file for Mixture').setInputFiles(files[1])
    await page.getByRole('button', { name: 'Look at the data' }).waitFor({ timeout: 120_000 })
  })
  await step(page, 'trained and scored', async () => {
    await page.goto(`${studio}#/promise?alpha=0.12&recall=0.9&confidence=0.95`)
    await page.getByRole('button', { name: 'Seal the promise', disabled: false }).waitFor({ timeout: 120_000 })
  })
  await step(page, 'a slider moved 20 times, at most', () => slide(page, false))
  await step(page, '… until its estimate stood, at most', () => slide(page, true))
  await step(page, 'sealed', async () => {
    await page.getByRole('button', { name: 'Seal the promise' }).click()
    await page.locator('#tau, #refused').first().waitFor({ timeout: 120_000 })
  })
  if ((await page.locator('#refused').count()) > 0) {
    console.log('refused: there are no alarms to list')
    await page.close()
    return
  }
  await step(page, 'alarms listed', async () => {
    await page.goto(`${studio}#/alarms`)
    await page.getByRole('option').first().waitFor({ timeout: 120_000 })
  })
  await page.close()
}

/** From the event to the next drawn frame, or to the first with an estimate for it: the longest of twenty. */
async function slide(page, answered) {
  const longest = await page.evaluate(async (answered) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const slider = document.getElementById('recall')
    let longest = 0
    for (let i = 0; i < 20; i++) {
      const began = performance.now()
      slider.value = String(0.7 + 0.01 * i)
      slider.dispatchEvent(new Event('input', { bubbles: true }))
      await frame()
      while (answered && document.querySelector('.price.behind') !== null) await frame()
      longest = Math.max(longest, performance.now() - began)
    }
    return longest
  }, answered)
  await page.getByLabel('Recall, in percent').fill('90')
  await page.keyboard.press('Enter')
  return longest
}

async function step(page, what, work) {
  await page.evaluate(() => {
    globalThis.longest = 0
  })
  const before = await processes()
  const began = performance.now()
  const own = await work()
  const ms = own ?? performance.now() - began
  const longest = await page.evaluate(() => globalThis.longest)
  const { held, spent } = await processes()
  console.log(
    `${what.padEnd(34)} ${ms.toFixed(0).padStart(6)} ms   ${(spent - before.spent).toFixed(2).padStart(6)} s of CPU   longest task ${longest.toFixed(0).padStart(4)} ms   ${Math.round(held / 2 ** 20)} MB`,
  )
}

async function openPage() {
  const page = await browser.newPage()
  await page.goto(studio)
  await page.evaluate(() => {
    globalThis.longest = 0
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration)
    }).observe({ entryTypes: ['longtask'] })
  })
  return page
}

/** Of the page's own process with all its workers: resident bytes, and seconds of processor time so far, which other work on the machine hardly touches. */
async function processes() {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  let [held, spent] = [0, 0]
  for (const { type, id, cpuTime } of processInfo) {
    if (type !== 'renderer') continue
    const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '')
    held = Math.max(held, 1024 * Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0))
    spent += cpuTime
  }
  return { held, spent }
}

/** Ordinary rows, and in the mixture one in ten that lies apart. */
async function writeTable(role) {
  const random = substream(1, `studio times ${role}`)
  const lines = [Array.from({ length: columns }, (_, i) => `x${i + 1}`).join(',')]
  for (let row = 0; row < rows; row++) {
    const apart = role === 'mixture' && random.float() < 0.1 ? 2.5 : 0
    const cells = Array.from({ length: columns }, (_, i) => normal(random) + (2 * i < columns ? apart : 0))
    lines.push(cells.map((value) => value.toFixed(5)).join(','))
  }
  const path = join(folder, `${role}.csv`)
  await writeFile(path, `${lines.join('\n')}\n`)
  return path
}

function normal(random) {
  let sum = -6
  for (let i = 0; i < 12; i++) sum += random.float()
  return sum
}
