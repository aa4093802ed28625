import { closeSync, openSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'

const CHUNK = 1 << 16

/** Reads at most `limit` + 1 bytes of a file, so that a caller detects a larger or endless one. */
export async function readLimited(file: string, limit: number): Promise<Uint8Array> {
  const handle = await open(file)
  try {
    const chunks: Buffer[] = []
    for (let size = 0; size <= limit; ) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(Math.min(CHUNK, limit + 1 - size)))
      if (bytesRead === 0) break
      chunks.push(buffer.subarray(0, bytesRead))
      size += bytesRead
    }
    return Buffer.concat(chunks)
  } finally {
    await handle.close()
  }
}

/** As `readLimited`, synchronously. */
export function readLimitedSync(file: string, limit: number): Uint8Array {
  const handle = openSync(file, 'r')
  try {
    const chunks: Buffer[] = []
    for (let size = 0; size <= limit; ) {
      const chunk = Buffer.alloc(Math.min(CHUNK, limit + 1 - size))
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

/** Codes of the file system in WebAssembly, by the numbers of WASI. */
const WASI_CODES: Readonly<Record<string, string>> = {
  2: 'EACCES',
  19: 'EDQUOT',
  51: 'ENOSPC',
  54: 'ENOTDIR',
  63: 'EPERM',
  69: 'EROFS',
}

/** The message of a file system error in a data folder with advice; null for other errors. */
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
