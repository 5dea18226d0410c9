import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Download, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { repack, writeFiles } from './files.js'
import { inFolder, openBrowser, openStudio } from './studio.js'

const bin = fileURLToPath(new URL('../../../cli/bin/xenolith.js', import.meta.url))
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

async function saved(page: Page, button: string): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  return readFile(await (download as Download).path())
}

it('two files give the model, threshold and report of the command that it shows, to the byte', () =>
  inFolder(async (folder) => {
    const { nominal, mixture } = await writeFiles(folder)
    const { page, complaints, requests } = await openStudio(browser)
    await page.getByLabel('Choose a file for Nominal').setInputFiles(nominal)
    await page.getByText('700 rows').first().waitFor()
    await page.getByLabel('Choose a file for Mixture').setInputFiles(mixture)
    await page.getByRole('button', { name: 'Look at the data' }).click()
    expect(await page.getByLabel('Use of class').inputValue()).toBe('label')
    expect(await page.getByLabel('Use of id').inputValue()).toBe('row name')
    await page.getByRole('button', { name: 'Leave unit out' }).click()
    await page.getByRole('button', { name: 'To the promise' }).click()
    for (const [field, value] of [
      ['Confidence', '90'],
      ['Recall', '70 %'],
      ['Share of aliens', '.45'],
    ] as const) {
      await page.getByLabel(`${field}, in percent`).fill(value)
      await page.keyboard.press('Enter')
    }
    expect(page.url()).toContain('confidence=0.9&recall=0.7&alpha=0.45')
    await page.getByRole('button', { name: 'Seal the promise' }).click({ timeout: 60_000 })
    const tau = Number(await page.locator('#tau').getAttribute('data-tau', { timeout: 60_000 }))
    const model = await saved(page, 'Save the model')
    const report = await saved(page, 'Save the report')
    await page.getByText('The same from the command line').click()
    const command = (await page.locator('.command').textContent())!
    expect(command).toContain('--id id')
    expect(command).toContain('--looks 1')

    const run = (...args: string[]): string =>
      execFileSync(process.execPath, [bin, ...args], { cwd: folder, encoding: 'utf8' })
    run(...command.split(' ').slice(1))
    run('report', '--model', 'model.xeno', '--out', 'report.html')
    const inspected = JSON.parse(run('inspect', '--model', 'model.xeno', '--json'))
    expect(inspected.certificate).toMatchObject({ tau, looks: 1, certified: true, n0: 455, nm: 455 })
    expect(model.equals(await readFile(join(folder, 'model.xeno')))).toBe(true)
    expect(report.toString()).toBe(await readFile(join(folder, 'report.html'), 'utf8'))
    // The alarms of the file are those of the command, row by row and score by score.
    const [, ...lines] = run('detect', '--model', 'model.xeno', '--input', 'new.csv', '--only-alarms')
      .trim()
      .split('\n')
    const detected = lines.map((line) => line.split(',')).map(([id, score]) => [Number(id.slice(1)), Number(score)])
    await page.getByRole('button', { name: 'Review the alarms' }).click()
    await page.getByRole('option').first().waitFor()
    const shown = await page
      .locator('[role=option]')
      .evaluateAll((rows) => rows.map((row) => [Number(row.id.slice(4)), Number(row.getAttribute('data-score'))]))
    const byScore = detected.toSorted((a, b) => b[1] - a[1] || a[0] - b[0])
    expect(shown).toEqual(byScore.slice(0, shown.length))
    expect(shown.length).toBeGreaterThan(50)
    expect(complaints).toEqual([])
    expect(requests).toEqual([])
  }))

it.each(['csv.gz', 'tsv', 'json', 'ndjson', 'parquet', 'arrow', 'arrows'])('reads %s as the command does', (format) =>
  inFolder(async (folder) => {
    const [nominal, mixture] = await repack(folder, await writeFiles(folder, 300), format)
    const { page, complaints } = await openStudio(browser)
    await page.getByLabel('Choose a file for Nominal').setInputFiles(nominal)
    await page.getByText('300 rows').first().waitFor()
    await page.getByLabel('Choose a file for Mixture').setInputFiles(mixture)
    await page.getByRole('button', { name: 'Look at the data' }).click()
    await page.goto(`${page.url().split('#')[0]}#/promise?recall=0.5&alpha=0.5&confidence=0.9`)
    await page.getByRole('button', { name: 'Seal the promise' }).click({ timeout: 60_000 })
    await page.locator('#tau').waitFor({ timeout: 60_000 })
    const model = await saved(page, 'Save the model')
    await page.getByText('The same from the command line').click()
    const command = (await page.locator('.command').textContent())!
    execFileSync(process.execPath, [bin, ...command.split(' ').slice(1), '--quiet'], { cwd: folder, stdio: 'ignore' })
    expect(model.equals(await readFile(join(folder, 'model.xeno')))).toBe(true)
    expect(complaints).toEqual([])
  }),
)

it('compares detectors at the terms of the promise, and again where these move so far that another would be taken', () =>
  inFolder(async (folder) => {
    const { nominal, mixture } = await writeFiles(folder, 400)
    const { page, complaints } = await openStudio(browser)
    await page.getByLabel('Choose a file for Nominal').setInputFiles([nominal, mixture])
    await page.getByRole('button', { name: 'Look at the data' }).waitFor()
    await page.goto(`${page.url().split('#')[0]}#/promise?recall=0.6&alpha=0.5&confidence=0.9`)
    const compared = (recall: number) => page.getByText(new RegExp(`that do not certify, at ${recall}.% recall`))
    await compared(60).waitFor({ timeout: 90_000 })
    expect(await page.locator('.detector tbody tr').count()).toBeGreaterThan(3)
    const sealed = await page.locator('.seal .rows').last().textContent()
    // Terms at which the same detector is the best: nothing is trained, and nothing is to be asked.
    await page.getByLabel('Recall, in percent').fill('50')
    await page.keyboard.press('Enter')
    await compared(50).waitFor()
    // So few aliens that there is nothing to choose by: that is to be asked for.
    await page.getByLabel('Share of aliens, in percent').fill('45')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Compare the detectors again' }).click({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Seal the promise', disabled: false }).waitFor({ timeout: 90_000 })
    // Another detector, tried before the seal, leaves the same rows sealed.
    await page.getByRole('combobox', { name: /^Detector/ }).selectOption('iforest')
    await page.getByRole('button', { name: 'Seal the promise', disabled: false }).waitFor({ timeout: 90_000 })
    expect(await page.locator('.seal .rows').last().textContent()).toBe(sealed)
    await page.getByRole('button', { name: 'Compare the detectors', exact: true }).click()
    await compared(50).waitFor({ timeout: 90_000 })
    await page.getByRole('button', { name: 'Seal the promise', disabled: false }).click({ timeout: 90_000 })
    await page.locator('#tau').waitFor({ timeout: 60_000 })
    // The blend of several, with the parts and weights that the command gives it.
    expect(await page.locator('.detector tbody tr', { hasText: 'chosen' }).textContent()).toMatch(/^blend of /)
    const model = await saved(page, 'Save the model')
    await page.getByText('The same from the command line').click()
    const command = (await page.locator('.command').textContent())!
    expect(command).toContain('--detector auto')
    execFileSync(process.execPath, [bin, ...command.split(' ').slice(1), '--quiet'], { cwd: folder, stdio: 'ignore' })
    expect(model.equals(await readFile(join(folder, 'model.xeno')))).toBe(true)
    expect(complaints).toEqual([])
  }))
