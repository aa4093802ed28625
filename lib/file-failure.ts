const ADVICE: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Make room, or choose another DATA_DIR.',
  EDQUOT: 'The quota of this user is used up. Make room, or choose another DATA_DIR.',
  EACCES: 'This user may not write there. Choose another DATA_DIR, or change the permissions.',
  EPERM: 'This user may not write there. Choose another DATA_DIR, or change the permissions.',
  EROFS: 'The file system is read-only. Choose another DATA_DIR.',
  ENOTDIR: 'A part of the path is a file. Choose another DATA_DIR.',
  EEXIST: 'A part of the path is a file. Choose another DATA_DIR.',
}

/** An error of the file system about a data folder as a sentence with what to do; null for any other error. */
export function fileFailure(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return null
  const place = 'path' in error ? String(error.path) : 'The data folder'
  return `${place} cannot be used (${error.code}). ${ADVICE[String(error.code)] ?? 'Choose another DATA_DIR.'}`
}
