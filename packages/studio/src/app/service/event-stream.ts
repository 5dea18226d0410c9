/** One message of a stream of Server-Sent Events. */
export interface Message {
  readonly id: string
  readonly event: string
  readonly data: string
}

/**
 * Reads Server-Sent Events from pieces of text, however they are cut. The browser's own EventSource would do, but it cannot
 * carry a token.
 */
export function createEventParser(take: (message: Message) => void): (text: string) => void {
  let rest = ''
  let id = ''
  let event = ''
  let data: string[] = []
  const line = (words: string): void => {
    if (words === '') {
      if (data.length > 0) take({ id, event: event === '' ? 'message' : event, data: data.join('\n') })
      event = ''
      data = []
      return
    }
    const [, field, value] = /^([^:]*):? ?(.*)$/s.exec(words)!
    if (field === 'id') id = value
    else if (field === 'event') event = value
    else if (field === 'data') data.push(value)
  }
  return (text) => {
    const lines = (rest + text).split(/\r?\n/)
    rest = lines.pop()!
    for (const words of lines) line(words)
  }
}
