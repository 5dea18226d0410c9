import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readElements } from '../compare/read-element.js'
import { contentOf } from './content.js'
import { renderMarkdown } from './markdown.js'
import { renderPage } from './page.js'

/** Reads all elements and writes report.html and reproduction.md; a reader never sees half a file. */
export async function writeReport(
  elementsFolder: string,
  outFolder: string,
): Promise<{ html: string; markdown: string }> {
  const content = contentOf(await readElements(elementsFolder))
  await mkdir(outFolder, { recursive: true })
  const write = async (name: string, text: string): Promise<string> => {
    const path = join(outFolder, name)
    const draft = `${path}.${process.pid}.tmp`
    await writeFile(draft, text)
    await rename(draft, path)
    return path
  }
  return {
    html: await write('report.html', renderPage(content)),
    markdown: await write('reproduction.md', renderMarkdown(content)),
  }
}
