import { lstat, open, rename, rm } from 'node:fs/promises'
import { splitLines } from '#lib/control/protocol.ts'
import { UsageError } from '../../../command.ts'
import { fileTrouble } from '../../../file-trouble.ts'

/** Throws UsageError when there is something of that name: a dump may be the only one. */
export async function refuseToOverwrite(file: string): Promise<void> {
  const there = await lstat(file).catch(() => null)
  if (there) throw new UsageError(`${file} exists already; name another file, or overwrite it with --force`)
}

/** Writes lines to a file only its owner can read; it takes its name once it is whole. Returns its size in bytes. */
export async function writeLines(file: string, lines: AsyncIterable<string>): Promise<number> {
  const beside = `${file}.${process.pid}.tmp`
  const failed = (error: unknown) => unusable(file, 'written', error)
  const handle = await open(beside, 'w', 0o600).catch(failed)
  let bytes = 0
  try {
    let pending: string[] = []
    const flush = async () => {
      const text = pending.map(line => `${line}\n`).join('')
      await handle.writeFile(text).catch(failed)
      bytes += Buffer.byteLength(text)
      pending = []
    }
    for await (const line of lines) if (pending.push(line) === 1_000) await flush()
    await flush()
    await handle.sync().catch(failed)
    await handle.close()
    await rename(beside, file).catch(failed)
    return bytes
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(beside, { force: true })
    throw error
  }
}

interface DumpLines {
  readonly lines: AsyncIterable<string>
  /** Also where not all of them were read. */
  close(): Promise<void>
}

/** Lines of a file, or of the standard input for `-`. Throws UsageError when it cannot be read. */
export async function readLines(file: string): Promise<DumpLines> {
  if (file === '-') return { lines: splitLines(process.stdin.setEncoding('utf8')), close: async () => {} }
  const handle = await open(file).catch(error => unusable(file, 'read', error))
  // A folder can be opened too, and only fails when it is read.
  if ((await handle.stat()).isDirectory()) {
    await handle.close()
    throw new UsageError(`${file} cannot be read: it is a folder`)
  }
  const stream = handle.createReadStream({ encoding: 'utf8' })
  const close = async () => {
    stream.destroy()
    await handle.close()
  }
  return { lines: splitLines(stream), close }
}

function unusable(file: string, what: 'read' | 'written', error: unknown): never {
  throw new UsageError(`${file} cannot be ${what}: ${fileTrouble(error)}`)
}
