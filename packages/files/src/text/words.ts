/** Text from a file, fit for a message of one line. */
export function quoted(text: string): string {
  return `"${oneLine(text)}"`
}

export function oneLine(text: string): string {
  const line = text.replace(/\p{Cc}/gu, ' ')
  return line.length > 60 ? `${line.slice(0, 57)}...` : line
}
