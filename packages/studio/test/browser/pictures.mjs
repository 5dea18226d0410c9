// Photographs every screen: desktop and phone, light and dark. Needs the built studio.
//   node packages/studio/test/browser/pictures.mjs [folder]
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

const folder = process.argv[2] ?? 'scratch/pictures'
const studio = new URL('../../dist/studio.html', import.meta.url).href
const screens = ['start', 'data', 'promise', 'alarms', 'review', 'watch', 'history']
const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } }

await mkdir(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'],
})
for (const [size, viewport] of Object.entries(sizes)) {
  for (const colorScheme of ['light', 'dark']) {
    const context = await browser.newContext({ viewport, colorScheme, deviceScaleFactor: 1 })
    const page = await context.newPage()
    const shoot = (name) =>
      page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`), fullPage: true })
    await page.goto(studio)
    await shoot('start-empty')
    await page.getByRole('button', { name: 'Open the demo' }).click()
    await page.getByRole('button', { name: 'Seal the promise' }).click({ timeout: 120_000 })
    await page.locator('#tau').waitFor({ timeout: 120_000 })
    for (const screen of screens) {
      await page.goto(`${studio}#/${screen}`)
      await page.waitForTimeout(300)
      await shoot(screen)
    }
    await context.close()
  }
}
await browser.close()
console.log(`pictures in ${folder}`)
