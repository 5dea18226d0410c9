import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

/** The studio as the build made it. */
export const studioFile = new URL('../../dist/studio.html', import.meta.url)

/** The browser of a test file; CHROMIUM names it if it is not Debian's. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

export interface Opened {
  readonly page: Page
  /** Every address that the page asked for, besides itself and what it made. */
  readonly requests: string[]
  /** Errors of its scripts, and what its policy blocked. */
  readonly complaints: string[]
}

/** The studio in a page of its own, from disk or from an address. */
export async function openStudio(
  browser: Browser,
  options: BrowserContextOptions & { readonly at?: string; readonly address?: string } = {},
): Promise<Opened> {
  const { at = '', address = studioFile.href, ...rest } = options
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...rest })
  const page = await context.newPage()
  const [requests, complaints]: string[][] = [[], []]
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(address) && !/^(blob|data):/.test(url)) requests.push(url)
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await page.goto(`${address}${at}`)
  return { page, requests, complaints }
}

/** A folder that is gone after the work. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'xenolith-studio-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
