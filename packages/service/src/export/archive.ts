import { ARCHIVE_FORMAT, archiveKinds } from '../store/operations/archive.js'
import type { ModelRow } from '../store/operations/models.js'
import type { Store } from '../store/operations.js'

const PAGE = 1000

/** Everything of a stream, line by line, a page in memory at a time. */
export async function* archiveLines(store: Store, stream: string, model: ModelRow): AsyncGenerator<string> {
  let lines = 2
  yield text({ kind: 'archive', format: ARCHIVE_FORMAT })
  const { file } = (await store.call('modelFile', model.id))!
  yield text({ kind: 'model', ...model, file: Buffer.from(file).toString('base64') })
  for (const kind of archiveKinds) {
    for (let after = ''; ; ) {
      const page = await store.call('archivePage', { stream, kind, after, limit: PAGE })
      if (page.length === 0) break
      // A draw has a kind of its own.
      yield page
        .map(({ place: _, ...row }) => text({ ...row, ...(kind === 'draw' ? { of: row.kind } : {}), kind }))
        .join('')
      lines += page.length
      after = page[page.length - 1].place
    }
  }
  yield text({ kind: 'end', lines: lines + 1 })
}

function text(line: object): string {
  return `${JSON.stringify(line)}\n`
}
