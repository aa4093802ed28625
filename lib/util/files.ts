import { closeSync, openSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'

const CHUNK = 1 << 16

/** The first bytes of a file, `most` and one more when there are more: enough to refuse it, also where it never ends. */
export async function readLimited(file: string, most: number): Promise<Uint8Array> {
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
export function readLimitedSync(file: string, most: number): Uint8Array {
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

const ADVICE: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Free some space, or choose another DATA_DIR.',
  EDQUOT: 'The quota of this user is used up. Free some space, or choose another DATA_DIR.',
  EACCES: 'This user may not write there. Choose another DATA_DIR, or change the permissions.',
  EPERM: 'This user may not write there. Choose another DATA_DIR, or change the permissions.',
  EROFS: 'The file system is read-only. Choose another DATA_DIR.',
  ENOTDIR: 'A part of the path is a file. Choose another DATA_DIR.',
  EEXIST: 'A part of the path is a file. Choose another DATA_DIR.',
}

/** What a file system in WebAssembly says by number only, as WASI counts. */
const WASI_CODES: Readonly<Record<string, string>> = {
  2: 'EACCES',
  19: 'EDQUOT',
  51: 'ENOSPC',
  54: 'ENOTDIR',
  63: 'EPERM',
  69: 'EROFS',
}

/** An error of the file system about a data folder as a sentence with what to do; null for any other error. */
export function formatFileError(error: unknown, folder = 'The data folder'): string | null {
  const code = codeOf(error)
  if (code === null) return null
  const place = error instanceof Error && 'path' in error ? String(error.path) : folder
  return `${place} cannot be used (${code}). ${ADVICE[code] ?? 'Choose another DATA_DIR.'}`
}

function codeOf(error: unknown): string | null {
  if (error instanceof Error && 'code' in error && 'syscall' in error) return String(error.code)
  if (typeof error !== 'object' || error === null || !('errno' in error)) return null
  return WASI_CODES[String(error.errno)] ?? null
}
