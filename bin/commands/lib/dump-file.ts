import { lstat, open, rename, rm } from 'node:fs/promises'
import { userInfo } from 'node:os'
import type { ClientBase } from 'pg'
import { splitLines } from '#lib/control/protocol.ts'
import { AuditError, appendEntries } from '#lib/store/audit/audit-log.ts'
import { intentContent, outcomeContent } from '#lib/store/audit/entry.ts'
import { rawQueries } from '#lib/store/database/client.ts'
import type { Restored } from '#lib/store/database/restore.ts'
import { UsageError } from '../../command.ts'
import { formatFileReason } from '../../process-io.ts'

/** Throws UsageError when the file exists: an old dump is not overwritten. */
export async function refuseToOverwrite(file: string): Promise<void> {
  const there = await lstat(file).catch(() => null)
  if (there) throw new UsageError(`${file} already exists; choose another file, or overwrite it with --force`)
}

/** Writes lines to a file that only its owner can read; the file gets its name after the last line. Returns its size in bytes. */
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
  /** Closes the file after a partial read too. */
  close(): Promise<void>
}

/** Lines of a file, or of the standard input for `-`. Throws UsageError when it cannot be read. */
export async function readLines(file: string): Promise<DumpLines> {
  if (file === '-') return { lines: splitLines(process.stdin.setEncoding('utf8')), close: async () => {} }
  const handle = await open(file).catch(error => unusable(file, 'read', error))
  // Opening a folder succeeds; reading it fails.
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
  throw new UsageError(`${file} cannot be ${what}: ${formatFileReason(error)}`)
}

/**
 * The actor of the entry. The console cannot authenticate the user of `hap`, so the entry also
 * names the machine's user.
 */
const BY_HAND = { name: 'hap db restore', role: null } as const

/**
 * Appends a restore to the audit log, as the first entry after those of the dump: its source, time
 * and, if known, the machine's user. The entry continues the restored chain, so it belongs to the
 * transaction of the restore: either both are committed or neither. Throws AuditError, which must
 * abort the restore.
 */
export function noteRestore(file: string): (client: ClientBase, restored: Restored) => Promise<void> {
  return async (client, { rows, at, migrated }) => {
    const [tx, now] = [rawQueries(client), new Date()]
    const draft = {
      actor: BY_HAND,
      action: 'restore',
      targets: ['Database'],
      reason: 'Requested manually.',
      ticket: null,
      requestId: null,
      after: { file, dumpOf: at, rows, migrated, machineUser: machineUser() },
    }
    try {
      const [intent] = await appendEntries(tx, [intentContent(draft, now)])
      if (intent === undefined) throw new Error('The entry has no number.')
      const detail = `Restored ${rows.toLocaleString('en')} rows of ${at}; entries up to ${intent - 1n} are from the dump.`
      await appendEntries(tx, [outcomeContent({ intent, actor: BY_HAND, outcome: 'accepted', detail }, now)])
    } catch (error) {
      throw isOfTheChain(error) ? new AuditError(CANNOT_BE_NOTED, { cause: error }) : error
    }
  }
}

const CANNOT_BE_NOTED =
  'The audit log of the dump cannot be continued, so nothing was restored. Check the log of the database that was dumped: hap audit verify.'

/** Whether the error is an integrity violation, as when a dump has entries beyond its recorded end of the chain. */
function isOfTheChain(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('23')
}

/** Some containers run as a user without a name. */
function machineUser(): string | null {
  try {
    return userInfo().username
  } catch {
    return null
  }
}
