import { userInfo } from 'node:os'
import type { ClientBase } from 'pg'
import { AuditError, appendEntries } from '#lib/store/audit/audit-log.ts'
import { intentContent, outcomeContent } from '#lib/store/audit/entry.ts'
import { rawQueries } from '#lib/store/database/client.ts'
import type { Restored } from '#lib/store/database/restore.ts'

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
      reason: 'Asked for by hand.',
      ticket: null,
      requestId: null,
      after: { file, dumpOf: at, rows, migrated, machineUser: machineUser() },
    }
    try {
      const [intent] = await appendEntries(tx, [intentContent(draft, now)])
      if (intent === undefined) throw new Error('The entry has no number.')
      const detail = `Restored ${rows.toLocaleString('en')} rows of ${at}; entries up to ${intent - 1n} are of the dump.`
      await appendEntries(tx, [outcomeContent({ intent, actor: BY_HAND, outcome: 'accepted', detail }, now)])
    } catch (error) {
      throw isOfTheChain(error) ? new AuditError(CANNOT_BE_NOTED, { cause: error }) : error
    }
  }
}

const CANNOT_BE_NOTED =
  'The audit log of the dump cannot be continued, so nothing was restored. Check the log where the dump was made: hap audit verify.'

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
