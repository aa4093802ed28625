import { userInfo } from 'node:os'
import type { ClientBase } from 'pg'
import { AuditError, appendEntries } from '#lib/store/audit/audit-log.ts'
import { intentContent, outcomeContent } from '#lib/store/audit/entry.ts'
import { rawQueries } from '#lib/store/database/client.ts'
import type { Restored } from '#lib/store/database/restore.ts'

/** Who runs the `hap` command is told by the machine, not by the console. */
const BY_HAND = { name: 'hap db restore', role: null } as const

/**
 * Notes as the first entry after those of the dump that a database was filled from it: of what, when, and by whom as far as is
 * known. It belongs to the transaction of the restore, since the chain it goes on with only comes with that: so there is neither
 * a restore without its entry nor an entry without its restore. Throws AuditError: then nothing may be restored.
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

/** Integrity constraints of the database are violated where the entries of a dump go on after the end it tells of. */
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
