import { readAtMostSync } from '#lib/read-at-most.ts'
import type { Finding } from '#lib/rules-file/check-rules-file.ts'
import { MAX_FILE_BYTES } from '#lib/rules-file/decode-text.ts'
import { errorFinding } from './file-report.ts'

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file.',
  EACCES: 'This user may not read the file.',
  EISDIR: 'This is a folder, not a file.',
}

/** The bytes of a settings file, or why there are none. `variable` is the setting that names it. */
export function readSettingsFile(file: string, variable: string): { bytes: Uint8Array } | { finding: Finding } {
  try {
    return { bytes: readAtMostSync(file, MAX_FILE_BYTES) }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return { finding: errorFinding(REASONS[code] ?? `The file cannot be read (${code}).`, `${variable} names it.`) }
  }
}
