import { XenolithError } from '@xenolith/core'
import { type BytesOptions, type BytesTable, readTyped } from '@xenolith/files/pure'
import { type Decoded, typedValues } from './parquet-columns.ts'

let script = ''

/** The text of the decoder, which stands in the page until it is needed. */
export function setDecoder(text: string): void {
  script = text
}

export function isParquet(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x41 && bytes[2] === 0x52 && bytes[3] === 0x31
}

/** The table in a Parquet file. Its decoder is a worker that lives as long as this takes. */
export async function readParquet(bytes: Uint8Array, options: BytesOptions): Promise<BytesTable> {
  const answer = await decode(bytes.slice().buffer)
  if ('error' in answer) {
    throw new XenolithError('file-unreadable', `${options.name} cannot be read as Parquet: ${answer.error}`)
  }
  return readTyped(bytes, answer.rows, answer.columns.map(typedValues), options)
}

type Answer = { readonly rows: number; readonly columns: readonly Decoded[] } | { readonly error: string }

async function decode(file: ArrayBuffer): Promise<Answer> {
  const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
  const worker = new Worker(address, { name: 'parquet' })
  try {
    return await new Promise<Answer>((resolve) => {
      worker.onmessage = (event: MessageEvent<Answer>) => resolve(event.data)
      worker.onerror = (event) => resolve({ error: event.message || 'its decoder could not be started' })
      worker.postMessage(file, [file])
    })
  } finally {
    worker.terminate()
    URL.revokeObjectURL(address)
  }
}
