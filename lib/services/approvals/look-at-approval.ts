import type { AuditRecord } from '#lib/store/audit/list.ts'
import type { Db } from '#lib/store/database/client.ts'
import { APPROVAL_ENTRIES, approvalOfTarget } from './approval-audit.ts'

/** What an entry that ended without a word came to. */
interface Found {
  readonly outcome: 'accepted' | 'refused' | 'failed'
  readonly detail: string
}

type Look = (db: Db, entry: AuditRecord) => Promise<Found | null>

/** What the database tells of entries about proposals; null as long as it does not tell. */
export const APPROVAL_LOOKS: Readonly<Record<string, Look>> = {
  async [APPROVAL_ENTRIES.propose](db, { wanted, targets, seq }) {
    if (wanted === null) return NOT_BEGUN
    return (await rowOf(db, targets))?.auditSeq === seq
      ? { outcome: 'accepted', detail: 'The proposal was made.' }
      : { outcome: 'failed', detail: 'No proposal was made.' }
  },
  [APPROVAL_ENTRIES.approve]: (db, entry) => decided(db, entry, ['done', 'stale', 'failed'], ['approved', 'unknown']),
  [APPROVAL_ENTRIES.refuse]: (db, entry) => decided(db, entry, ['refused'], []),
  [APPROVAL_ENTRIES.withdraw]: (db, entry) => decided(db, entry, ['withdrawn'], []),
}

const NOT_BEGUN: Found = { outcome: 'refused', detail: 'It was refused before it began.' }

/** `by`: statuses that such a decision leads to. `open`: those that tell nothing yet. */
async function decided(
  db: Db,
  { before, targets, actor }: AuditRecord,
  by: readonly string[],
  open: readonly string[],
): Promise<Found | null> {
  if (before === null) return NOT_BEGUN
  const row = await rowOf(db, targets)
  if (row === null || open.includes(row.status)) return null
  if (by.includes(row.status) && row.decider === actor)
    return { outcome: 'accepted', detail: row.outcome ?? 'The proposal shows that it was decided so.' }
  return row.status === 'waiting'
    ? { outcome: 'failed', detail: 'The proposal still waits.' }
    : { outcome: 'refused', detail: `${row.decider ?? 'Somebody'} had decided before.` }
}

function rowOf(db: Db, targets: readonly string[]) {
  const [id = ''] = targets.flatMap(key => approvalOfTarget(key) ?? [])
  return db.approval.findUnique({
    where: { id },
    select: { status: true, decider: true, outcome: true, auditSeq: true },
  })
}
