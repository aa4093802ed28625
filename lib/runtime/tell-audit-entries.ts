import { chainEnd } from '#lib/store/audit/verify.ts'
import type { Store } from '#lib/store/store.ts'
import { log } from '#lib/telemetry/log.ts'
import { every } from './every.ts'

const EVERY_MS = 2_000

/** Entries that are read at once. */
const MOST = 500

/** The whole content of an entry, of which its hash is made. */
const ENTRY = {
  seq: true,
  format: true,
  kind: true,
  at: true,
  actor: true,
  role: true,
  action: true,
  targets: true,
  reason: true,
  ticket: true,
  requestId: true,
  before: true,
  after: true,
  intentSeq: true,
  outcome: true,
  detail: true,
  prevHash: true,
  hash: true,
} as const

/** So many are told again at the start: the process before may have had no time for them. */
const AGAIN = 200n

/**
 * Writes each entry of the audit log to the log, where a collector keeps it out of reach of whoever changes the database. Every replica
 * does, and each start begins a little earlier: `seq` says which are the same. Out: how to end that.
 */
export function tellAuditEntries(
  { db }: Pick<Store, 'db'>,
  everyMs = EVERY_MS,
  tell = (audit: object) => log().info({ audit }, 'an entry of the audit log'),
): () => void {
  let told: bigint | null = null
  const look = async () => {
    told ??= await startOf(db)
    let count = MOST
    while (count === MOST) {
      const rows = await entriesAfter(db, told)
      for (const row of rows) {
        tell(toldAs(row))
        told = row.seq
      }
      count = rows.length
    }
  }
  return every(everyMs, look, 'the entries of the audit log were not read')
}

async function startOf(db: Store['db']): Promise<bigint> {
  const { seq } = await chainEnd(db)
  return seq > AGAIN ? seq - AGAIN : 0n
}

function entriesAfter(db: Store['db'], seq: bigint) {
  return db.auditEntry.findMany({ where: { seq: { gt: seq } }, orderBy: { seq: 'asc' }, take: MOST, select: ENTRY })
}

/** JSON has no numbers of that size. */
function toldAs({ seq, intentSeq, ...entry }: { readonly seq: bigint; readonly intentSeq: bigint | null }): object {
  return { seq: String(seq), intentSeq: intentSeq === null ? null : String(intentSeq), ...entry }
}
