import { XenolithError } from '@xenolith/core'
import { type Frame, readFrame, writeFrame } from './frames.js'
import type { Refused } from './requests/refused.js'
import type { Answer } from './requests/request.js'
import { requests } from './requests/table.js'
import { createSession, inPython, type Session } from './session.js'

/** Answers one request: zero or more events, then `ok` or `error`. What cannot be written is nobody's answer: it ends the program. */
async function answer(frame: Frame, session: Session): Promise<void> {
  const { fields, buffers } = await answered(frame, session)
  writeFrame(fields, buffers)
}

async function answered(frame: Frame, session: Session): Promise<Answer> {
  try {
    const request = requests[String(frame.header.request)]
    if (request === undefined) throw new XenolithError('bad-request', `no request is called ${frame.header.request}`)
    const { fields, buffers } = await request(frame, session)
    return { fields: { event: 'ok', ...fields }, buffers }
  } catch (error) {
    return { fields: { event: 'error', ...errorFields(error) } }
  }
}

function errorFields(error: unknown): object {
  if (error instanceof XenolithError) {
    const { code, kind, message } = error
    return {
      code,
      kind,
      message: inPython(message),
      certificate: (error as Partial<Refused>).certificate,
    }
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  return { code: 'internal', kind: 'internal', message, stack }
}

const workers = process.argv[2] === undefined ? undefined : Number(process.argv[2])
const session = createSession(workers)
for (;;) {
  const frame = readFrame()
  if (frame === undefined) break
  await answer(frame, session)
}
await session.engine.close()
