import { chainEnd } from '#lib/store/audit/verify.ts'
import type { Store } from '#lib/store/store.ts'
import { log } from '#lib/telemetry/log.ts'
import { every } from './every.ts'

const END_INTERVAL_MS = 300_000

/**
 * Logs the end of the audit chain regularly, in the format of `hap audit verify --expect`: a change of the database does not reach
 * the copy of a log collector. Returns a function that stops the loop.
 */
export function logAuditEnd(
  store: Pick<Store, 'db'>,
  everyMs = END_INTERVAL_MS,
  tell = (end: string) => log().info({ auditEnd: end }, 'the end of the audit log'),
): () => void {
  let told = ''
  const look = async () => {
    const { seq, hash } = await chainEnd(store.db)
    const end = `${seq}:${hash}`
    if (seq === 0n || end === told) return
    tell(end)
    told = end
  }
  return every(everyMs, look, 'the end of the audit log was not read')
}

const ENTRIES_INTERVAL_MS = 2_000

/** Entries that are read at once. */
const MAX_ENTRIES = 500

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

/** Entries repeated at the start: the previous process may have stopped before it logged them. */
const AGAIN = 200n

/**
 * Logs each audit entry, so that a log collector keeps a copy outside the database. Every replica logs all entries, and each start
 * repeats the latest ones: `seq` identifies duplicates. Returns a function that stops the loop.
 */
export function logAuditEntries(
  { db }: Pick<Store, 'db'>,
  everyMs = ENTRIES_INTERVAL_MS,
  tell = (audit: object) => log().info({ audit }, 'an entry of the audit log'),
): () => void {
  let told: bigint | null = null
  const look = async () => {
    told ??= await startOf(db)
    let count = MAX_ENTRIES
    while (count === MAX_ENTRIES) {
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
  return db.auditEntry.findMany({
    where: { seq: { gt: seq } },
    orderBy: { seq: 'asc' },
    take: MAX_ENTRIES,
    select: ENTRY,
  })
}

/** JSON has no numbers of that size. */
function toldAs({ seq, intentSeq, ...entry }: { readonly seq: bigint; readonly intentSeq: bigint | null }): object {
  return { seq: String(seq), intentSeq: intentSeq === null ? null : String(intentSeq), ...entry }
}
