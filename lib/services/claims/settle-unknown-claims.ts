import { z } from 'zod'
import { claimTarget, parseTarget } from '#lib/hap/audit/target.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { Outcome } from '#lib/store/audit/entry.ts'
import { type AuditRecord, listAudit } from '#lib/store/audit/list.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import type { Ledger } from '#lib/store/claims/ledger.ts'
import type { Db } from '#lib/store/database/client.ts'
import { BY_ITSELF, type ClaimAction, stateOf } from './claim-audit.ts'

const DAY = 86_400_000

/** Entries of each action that are looked up in one go. */
const MOST = 100

interface Found {
  readonly outcome: Outcome
  readonly detail: string
}

interface LookParts {
  readonly db: Db
  readonly ledger: Pick<Ledger, 'get'>
  readonly audit: Pick<AuditLog, 'outcome'>
}

/**
 * Looks at the claims of entries whose outcome nobody knows, of the last day, and notes what they tell. What they cannot tell stays
 * unknown. To be called now and then. Out: how many were settled.
 */
export async function settleUnknownClaims({ db, ledger, audit }: LookParts, now: number): Promise<number> {
  let settled = 0
  for (const action of Object.keys(LOOKS) as ClaimAction[]) {
    const unknown = await listAudit(db, { action, outcome: 'unknown', from: new Date(now - DAY) }, { limit: MOST })
    for (const record of unknown) {
      const claim = await claimOf(record, ledger)
      if (claim === null) continue
      const [latest] = await listAudit(db, { action, target: claimTarget(claim.id) }, { limit: 1 })
      const found = LOOKS[action](claim, record, latest?.seq === record.seq)
      if (found === null) continue
      await audit.outcome({ intent: record.seq, actor: BY_ITSELF.actor, ...found, after: stateOf(claim) })
      settled++
    }
  }
  return settled
}

async function claimOf({ targets }: AuditRecord, ledger: Pick<Ledger, 'get'>): Promise<ClaimRecord | null> {
  for (const target of targets.map(parseTarget)) if (target.kind === 'claim') return ledger.get(target.id)
  return null
}

/** What a claim tells of an entry; `isLatest`: of those of the same action and claim. Null when it does not tell. */
type Look = (claim: ClaimRecord, entry: Pick<AuditRecord, 'seq' | 'wanted'>, isLatest: boolean) => Found | null

const NOTHING: Found = { outcome: 'failed', detail: 'The claim tells that nothing came of it.' }

const Wanted = z.object({ cluster: z.string() })

/** A claim keeps the number of the last entry that changed its state, whose outcome may come later. */
export const LOOKS: Readonly<Record<ClaimAction, Look>> = {
  claim({ status, auditSeq, reservedAt }, { seq }, isLatest) {
    // Nobody tries again after an attempt that gave the claim its account.
    if (!isLatest) return NOTHING
    if (status === 'pending' || status === 'intent') return null
    if (status === 'refused') return { outcome: 'refused', detail: 'The claim tells that it was refused.' }
    if (reservedAt !== null) return { outcome: 'accepted', detail: 'The claim tells that it got its account.' }
    if (status === 'waiting' && auditSeq === seq)
      return { outcome: 'accepted', detail: 'The claim tells that it waits.' }
    return NOTHING
  },
  release({ auditSeq }, { seq }) {
    return auditSeq === seq ? { outcome: 'accepted', detail: 'The claim tells that it was given back.' } : NOTHING
  },
  'set-cluster'({ cluster }, { wanted }, isLatest) {
    const isNamed = cluster !== null && Wanted.safeParse(wanted).data?.cluster === cluster
    if (isNamed) return { outcome: 'accepted', detail: 'The claim tells that it is for this cluster.' }
    // Whoever named another one later may have done so after this one.
    return isLatest ? NOTHING : null
  },
}
