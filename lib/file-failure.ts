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
const BY_NUMBER: Readonly<Record<string, string>> = {
  2: 'EACCES',
  19: 'EDQUOT',
  51: 'ENOSPC',
  54: 'ENOTDIR',
  63: 'EPERM',
  69: 'EROFS',
}

/** An error of the file system about a data folder as a sentence with what to do; null for any other error. */
export function fileFailure(error: unknown, folder = 'The data folder'): string | null {
  const code = codeOf(error)
  if (code === null) return null
  const place = error instanceof Error && 'path' in error ? String(error.path) : folder
  return `${place} cannot be used (${code}). ${ADVICE[code] ?? 'Choose another DATA_DIR.'}`
}

function codeOf(error: unknown): string | null {
  if (error instanceof Error && 'code' in error && 'syscall' in error) return String(error.code)
  if (typeof error !== 'object' || error === null || !('errno' in error)) return null
  return BY_NUMBER[String(error.errno)] ?? null
}
