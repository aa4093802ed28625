import { createReadStream } from 'node:fs'
import { access, constants, open, rename, rm } from 'node:fs/promises'
import { splitLines } from '#lib/control/split-lines.ts'
import { UsageError } from '../../../command.ts'

/** Writes lines to a file only its owner can read; it takes its name once it is whole. Returns its size in bytes. */
export async function writeLines(file: string, lines: AsyncIterable<string>): Promise<number> {
  const beside = `${file}.${process.pid}.tmp`
  const handle = await open(beside, 'w', 0o600).catch(error => unusable(file, 'written', error))
  let bytes = 0
  try {
    let pending: string[] = []
    const flush = async () => {
      const { bytesWritten } = await handle.write(pending.map(line => `${line}\n`).join(''))
      bytes += bytesWritten
      pending = []
    }
    for await (const line of lines) if (pending.push(line) === 1_000) await flush()
    await flush()
    await handle.sync()
    await handle.close()
    await rename(beside, file)
    return bytes
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(beside, { force: true })
    throw error
  }
}

/** Lines of a file, or of the standard input for `-`. Throws UsageError when it cannot be read. */
export async function readLines(file: string): Promise<AsyncIterable<string>> {
  if (file !== '-') await access(file, constants.R_OK).catch(error => unusable(file, 'read', error))
  const input = file === '-' ? process.stdin : createReadStream(file)
  return splitLines(input.setEncoding('utf8'))
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'no permission',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is a file',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
}

function unusable(file: string, what: 'read' | 'written', error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  throw new UsageError(`${file} cannot be ${what}: ${REASONS[code] ?? code}`)
}
