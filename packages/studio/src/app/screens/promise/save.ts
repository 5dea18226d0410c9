import { ask } from '../../state/worker.ts'

/** The report, made now. */
async function reportPage(): Promise<Blob> {
  return new Blob([await ask('report', { made: Date.now() })], { type: 'text/html' })
}

/** Opens the report beside the studio. The tab is opened at once, since browsers let no page open one later. */
export async function openReport(page: () => Promise<Blob> = reportPage): Promise<void> {
  const tab = open('about:blank')
  const report = await page()
  if (tab) tab.location.href = URL.createObjectURL(report)
  else save(report, 'report.html')
}

export async function saveReport(): Promise<void> {
  save(await reportPage(), 'report.html')
}

export async function saveModel(): Promise<void> {
  save(new Blob([(await ask('modelBytes', null)) as Uint8Array<ArrayBuffer>]), 'model.xeno')
}

/** Hands a file to the user. */
export function save(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
