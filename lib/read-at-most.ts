import { closeSync, openSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'

const CHUNK = 1 << 16

/** The first bytes of a file, `most` and one more when there are more: enough to refuse it, also where it never ends. */
export async function readAtMost(file: string, most: number): Promise<Uint8Array> {
  const handle = await open(file)
  try {
    const chunks: Buffer[] = []
    for (let size = 0; size <= most; ) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(Math.min(CHUNK, most + 1 - size)))
      if (bytesRead === 0) break
      chunks.push(buffer.subarray(0, bytesRead))
      size += bytesRead
    }
    return Buffer.concat(chunks)
  } finally {
    await handle.close()
  }
}

/** The same without waiting for other work. */
export function readAtMostSync(file: string, most: number): Uint8Array {
  const handle = openSync(file, 'r')
  try {
    const chunks: Buffer[] = []
    for (let size = 0; size <= most; ) {
      const chunk = Buffer.alloc(Math.min(CHUNK, most + 1 - size))
      const bytesRead = readSync(handle, chunk)
      if (bytesRead === 0) break
      chunks.push(chunk.subarray(0, bytesRead))
      size += bytesRead
    }
    return Buffer.concat(chunks)
  } finally {
    closeSync(handle)
  }
}
