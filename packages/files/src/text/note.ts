/** Takes a remark for the person at the other end: one sentence, no line break. */
export type Note = (text: string) => void
