import type { BundleSignature, Check } from './check.js'

/** Ids of the elements that a bundle's page is made of. */
export const CONTENT_ID = 'xenolith-bundle'
export const SIGNATURE_ID = 'xenolith-signature'

/** What the page does when it is opened: checks itself, says what came of it, shows the report. Runs as text, like the checks. */
export async function showBundle(
  check: (text: string, signature: BundleSignature) => Promise<Check[]>,
  contentId: string,
  signatureId: string,
): Promise<void> {
  const at = (id: string): HTMLElement => document.getElementById(id)!
  const text = at(contentId).textContent
  const marks = { right: '\u2713', wrong: '\u2717', open: '\u2013' }
  let checks: Check[]
  try {
    checks = await check(text, JSON.parse(at(signatureId).textContent))
  } catch (error) {
    checks = [{ name: 'text', state: 'wrong', words: `it cannot be checked here: ${(error as Error).message}` }]
  }
  const wrong = checks.some(({ state }) => state === 'wrong')
  at('checks').replaceChildren(
    ...checks.map(({ state, words }) => {
      const item = document.createElement('li')
      item.className = state
      item.textContent = `${marks[state]} ${words}`
      return item
    }),
  )
  at('verdict').textContent = wrong
    ? 'This bundle is not whole. Do not rely on it.'
    : 'This bundle is whole, as far as it can tell by itself.'
  document.documentElement.dataset.bundle = wrong ? 'wrong' : 'whole'
  if (checks[0].state === 'wrong') return
  const frame = at('report') as HTMLIFrameElement
  frame.addEventListener('load', () => {
    const height = frame.contentDocument?.documentElement.scrollHeight
    if (height !== undefined) frame.style.height = `${height + 32}px`
  })
  frame.srcdoc = (JSON.parse(text) as { report: string }).report
}
