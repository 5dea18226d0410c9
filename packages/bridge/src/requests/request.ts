import type { Frame } from '../frames.js'
import type { Session } from '../session.js'

/** What goes back: fields of the answer, and buffers beside them. */
export interface Answer {
  readonly fields: object
  readonly buffers?: readonly ArrayBufferView[]
}

/** One thing that the program does when asked. */
export type Request = (frame: Frame, session: Session) => Promise<Answer> | Answer
