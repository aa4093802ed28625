import { z } from 'zod'
import { claimTarget, parseTarget } from '#lib/hap/audit/target.ts'
import { UnknownTurns } from '#lib/services/audit/unknown-turns.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { Outcome } from '#lib/store/audit/entry.ts'
import { type AuditRecord, listAudit } from '#lib/store/audit/list.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import type { Ledger } from '#lib/store/claims/ledger.ts'
import type { Db } from '#lib/store/database/client.ts'
import { BY_ITSELF, type ClaimAction, stateOf } from './claim-audit.ts'

interface Found {
  readonly outcome: Outcome
  readonly detail: string
}

interface LookParts {
  readonly db: Db
  readonly ledger: Pick<Ledger, 'get'>
  readonly audit: Pick<AuditLog, 'outcome'>
}

/** Turns of what is done with claims. */
export const unknownClaims = () => new UnknownTurns(Object.keys(LOOKS))

/**
 * Looks at the claims of entries whose outcome nobody knows, those of one turn, and notes what they tell. What they cannot tell stays
 * unknown. To be called now and then. Out: how many were settled.
 */
export async function settleUnknownClaims(
  { db, ledger, audit }: LookParts,
  turns: UnknownTurns = unknownClaims(),
): Promise<number> {
  let settled = 0
  for (const record of await turns.next(db)) {
    const claim = await claimOf(record, ledger)
    const found = claim === null ? NOT_BEGUN : await lookAt(db, claim, record)
    if (found === null) continue
    const after = claim && { after: stateOf(claim) }
    await audit.outcome({ intent: record.seq, actor: BY_ITSELF.actor, ...found, ...after })
    settled++
  }
  return settled
}

async function lookAt(db: Db, claim: ClaimRecord, record: AuditRecord): Promise<Found | null> {
  const action = record.action as ClaimAction
  const [latest] = await listAudit(db, { action, target: claimTarget(claim.id) }, { limit: 1 })
  return LOOKS[action](claim, record, latest?.seq === record.seq)
}

async function claimOf({ targets }: AuditRecord, ledger: Pick<Ledger, 'get'>): Promise<ClaimRecord | null> {
  for (const target of targets.map(parseTarget)) if (target.kind === 'claim') return ledger.get(target.id)
  return null
}

/** What a claim tells of an entry; `isLatest`: of those of the same action and claim. Null when it does not tell. */
type Look = (claim: ClaimRecord, entry: Pick<AuditRecord, 'seq' | 'wanted'>, isLatest: boolean) => Found | null

const NOTHING: Found = { outcome: 'failed', detail: 'The claim tells that nothing came of it.' }

/** Of a claim that there is, each entry names it. */
const NOT_BEGUN: Found = { outcome: 'refused', detail: 'There is no such claim: it was refused before it began.' }

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
