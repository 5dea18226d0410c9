// Photographs every screen from disk: from phone to desktop, light and dark, zoomed, printed. Needs the built studio.
//   node packages/studio/test/browser/pictures.mjs [folder]
//   node packages/studio/test/browser/pictures.mjs --docs    those of the guide alone, into docs/images
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

const forDocs = process.argv[2] === '--docs'
const folder = forDocs ? 'docs/images' : (process.argv[2] ?? 'scratch/pictures')
const studio = new URL('../../dist/studio.html', import.meta.url).href
const screens = ['start', 'data', 'promise', 'alarms', 'review', 'watch', 'history']
const looks = {
  desktop: { viewport: { width: 1440, height: 900 } },
  laptop: { viewport: { width: 1280, height: 800 } },
  tablet: { viewport: { width: 820, height: 1180 } },
  phone: { viewport: { width: 390, height: 844 } },
  // What 200 % makes of a window of 1280.
  zoomed: { viewport: { width: 640, height: 450 } },
  'desktop-dark': { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  'phone-dark': { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
}

await mkdir(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'],
})
if (forDocs) await photographGuide()
else await photographAll()
await browser.close()
console.log(`pictures in ${folder}`)

/** The path of the guide, on the demo. */
async function photographGuide() {
  const page = await browser.newPage({ viewport: { width: 1180, height: 820 } })
  const shoot = (name) => page.screenshot({ path: join(folder, `studio-${name}.png`) })
  const seal = page.getByRole('button', { name: 'Seal the promise' })
  await page.goto(studio)
  await shoot('start')
  await page.getByRole('button', { name: 'Open the demo' }).click()
  await seal.waitFor({ timeout: 120_000 })
  await page.getByText('Estimated at').waitFor({ timeout: 60_000 })
  await page.getByText('A detector like this one').waitFor({ timeout: 60_000 })
  await page.getByText('rows of each file that it takes').waitFor({ timeout: 60_000 })
  await page.locator('path.band[d^="M"]').waitFor({ timeout: 60_000, state: 'attached' })
  await shoot('promise')
  await page.goto(`${studio}#/data`)
  await page.waitForTimeout(300)
  await shoot('data')
  await page.goto(`${studio}#/promise`)
  await seal.click()
  await page.locator('#tau').waitFor({ timeout: 120_000 })
  await page.mouse.move(0, 0)
  await page.waitForTimeout(300)
  await shoot('certificate')
}

async function photographAll() {
  for (const [look, options] of Object.entries(looks)) {
    const context = await browser.newContext({ ...options, deviceScaleFactor: 1 })
    const page = await context.newPage()
    const shoot = (name) => page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: true })
    const seal = page.getByRole('button', { name: /Seal the promise|Ask again/, disabled: false })
    await page.goto(studio)
    await shoot('start-empty')
    await page.getByRole('button', { name: 'Open the demo' }).click()
    await seal.waitFor({ timeout: 120_000 })
    await page.getByText('bootstrap interval').waitFor({ timeout: 60_000 })
    await shoot('promise-pilot')
    await seal.click()
    await page.locator('#tau').waitFor({ timeout: 120_000 })
    for (const screen of screens) {
      await page.goto(`${studio}#/${screen}`)
      if (screen === 'alarms') await page.locator('table tbody tr').first().waitFor({ timeout: 60_000 })
      await page.waitForTimeout(300)
      await shoot(screen)
    }
    await page.goto(`${studio}#/promise`)
    if (look === 'desktop') {
      await page.emulateMedia({ media: 'print' })
      await shoot('print')
      await page.emulateMedia({ media: 'screen' })
    }
    await page.getByLabel('Recall, in percent').fill('99.8')
    await page.keyboard.press('Enter')
    await seal.click()
    await page.locator('#refused').waitFor({ timeout: 60_000 })
    await shoot('promise-refused')
    await context.close()
  }
}
