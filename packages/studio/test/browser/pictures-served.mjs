// Photographs the screens of a service: a demo stream that has drifted, some of its alarms judged, one draw half done.
// With a folder alone: desktop and phone, light and dark. With --docs: the pictures of docs/studio.md. Needs the build.
//   node packages/studio/test/browser/pictures-served.mjs [folder] [--docs]
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createService, openStore, startDemo } from '@xenolith/service'
import { chromium } from 'playwright-core'

const docs = process.argv.includes('--docs')
const folder =
  process.argv.slice(2).find((word) => !word.startsWith('--')) ?? (docs ? 'docs/images' : 'scratch/pictures')
const screens = ['alarms', 'review', 'watch', 'history']
const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } }
const BEFORE_DRIFT = 55
const IN_ALL = 75

await mkdir(folder, { recursive: true })
const home = await mkdtemp(join(tmpdir(), 'xenolith-pictures-'))
const studio = await readFile(new URL('../../dist/studio.html', import.meta.url), 'utf8')
const service = await createService({ store: await openStore(join(home, 'demo.db')), studio, port: 0 })
const address = await service.listen()
const demo = await startDemo(service)
for (let batch = 0; batch < BEFORE_DRIFT; batch++) await demo.step()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'],
})

/** Judges some of the queue and most of a draw, as a reviewer would. */
async function judge() {
  const page = await browser.newPage()
  await page.goto(`${address}/#/alarms`)
  await page.getByRole('option').first().waitFor()
  for (const key of '1112131s1') await page.keyboard.press(key)
  await page.goto(`${address}/#/review`)
  await page.getByRole('spinbutton').fill('120')
  await page.getByRole('button', { name: 'Draw', exact: true }).click()
  await page.getByRole('option').first().waitFor()
  for (let i = 0; i < 100; i++) {
    const quiet = (await page.locator('.current .name').textContent()).includes('no alarm')
    await page.keyboard.press(quiet ? '2' : i % 9 === 0 ? '2' : '1')
  }
  await page.getByText('not sent yet').first().waitFor({ state: 'detached' })
  await page.close()
}

async function shoot(size, colorScheme, names, path) {
  const context = await browser.newContext({ viewport: sizes[size], colorScheme, reducedMotion: 'reduce' })
  const page = await context.newPage()
  for (const screen of names) {
    await page.goto(`${address}/#/${screen}`)
    await page.waitForTimeout(1500)
    if (screen === 'alarms') for (const key of ['j', 'j', '1', 'j']) await page.keyboard.press(key)
    if (screen === 'review' && !docs) await page.getByRole('button', { name: 'Replay 1000 reviews' }).click()
    await page.waitForTimeout(700)
    await page.screenshot({ path: path(screen), fullPage: !docs })
  }
  await context.close()
}

await judge()
if (docs) {
  const named = (screen) => join(folder, `studio-${screen}.png`)
  await shoot('desktop', 'light', ['alarms', 'review'], named)
  for (let batch = BEFORE_DRIFT; batch < IN_ALL; batch++) await demo.step()
  await shoot('desktop', 'light', ['watch', 'history'], named)
} else {
  for (let batch = BEFORE_DRIFT; batch < IN_ALL; batch++) await demo.step()
  for (const size of Object.keys(sizes))
    for (const colour of ['light', 'dark'])
      await shoot(size, colour, screens, (screen) => join(folder, `served-${screen}-${size}-${colour}.png`))
}
await browser.close()
await service.close()
await rm(home, { recursive: true, force: true })
console.log(`pictures in ${folder}`)
