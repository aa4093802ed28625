import { userInfo } from 'node:os'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { Connection } from '#lib/store/database/connection.ts'
import type { Restored } from '#lib/store/dump/restore.ts'
import { openStoreOn } from '#lib/store/open-store.ts'
import { SILENT } from '#lib/store/store-events.ts'

/** Who runs the `hap` command is told by the machine, not by the console. */
const BY_HAND = { name: 'hap db restore', role: null } as const

/** Notes as the first entry after those of the dump that a database was filled from it: of what, when, and by whom as far as is known. */
export async function noteRestore(
  connection: Connection,
  file: string,
  { rows, at, migrated }: Restored,
): Promise<void> {
  const audit = new AuditLog(await openStoreOn(connection, Number.POSITIVE_INFINITY, SILENT))
  const intent = await audit.intent({
    actor: BY_HAND,
    action: 'restore',
    targets: ['Database'],
    reason: 'Asked for by hand.',
    ticket: null,
    requestId: null,
    after: { file, dumpOf: at, rows, migrated, machineUser: machineUser() },
  })
  const detail = `Restored ${rows.toLocaleString('en')} rows of ${at}; entries up to ${intent - 1n} are of the dump.`
  await audit.outcome({ intent, actor: BY_HAND, outcome: 'accepted', detail })
}

/** Some containers run as a user without a name. */
function machineUser(): string | null {
  try {
    return userInfo().username
  } catch {
    return null
  }
}
