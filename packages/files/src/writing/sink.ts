import type { FileHandle } from 'node:fs/promises'
import { createGzip } from 'node:zlib'
import { writeError } from '../system/errors.js'
import { refuseClosedStdout } from '../system/stdout.js'

/** Where an output goes. `end` returns when it is on the disk. */
export interface Sink {
  write(content: string | Uint8Array): Promise<void>
  end(): Promise<void>
  destroy(): Promise<void>
}

/** Standard output; left open at the end. */
export function stdoutSink(): Sink {
  refuseClosedStdout()
  const { stdout } = process
  let failure: unknown
  const fail = (error: unknown) => {
    failure = error
  }
  stdout.on('error', fail)
  const write = (content: string | Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      if (failure) return reject(writeError(failure, 'stdout'))
      stdout.write(content, (error) => (error ? reject(writeError(error, 'stdout')) : resolve()))
    })
  const destroy = async () => void stdout.off('error', fail)
  return { write, end: destroy, destroy }
}

/** An open file, which the sink closes. */
export function fileSink(handle: FileHandle, gzip: boolean, shown: string): Sink {
  const sink = gzip ? gzipSink(handle) : plainSink(handle)
  const named = (work: () => Promise<void>) => () =>
    work().catch((error) => {
      throw writeError(error, shown)
    })
  return { write: (content) => named(() => sink.write(content))(), end: named(sink.end), destroy: sink.destroy }
}

function plainSink(handle: FileHandle): Sink {
  return {
    write: (content) => handle.writeFile(content),
    end: () => flushAndClose(handle),
    destroy: () => handle.close().catch(() => undefined),
  }
}

function gzipSink(handle: FileHandle): Sink {
  const packer = createGzip()
  const copied = pump(packer, handle)
  copied.catch(() => undefined)
  const write = (content: string | Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      packer.write(content, (error) => (error ? copied.then(() => reject(error), reject) : resolve()))
    })
  const end = async () => {
    packer.end()
    await copied
    await flushAndClose(handle)
  }
  const destroy = async () => {
    packer.destroy()
    await copied.catch(() => undefined)
    await handle.close().catch(() => undefined)
  }
  return { write, end, destroy }
}

async function pump(packed: AsyncIterable<Buffer>, handle: FileHandle): Promise<void> {
  for await (const bytes of packed) await handle.writeFile(bytes)
}

async function flushAndClose(handle: FileHandle): Promise<void> {
  if ((await handle.stat()).isFile()) await handle.sync()
  await handle.close()
}
