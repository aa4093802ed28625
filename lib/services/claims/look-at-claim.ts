import { z } from 'zod'
import { claimIdOf, claimTarget } from '#lib/hap/audit/target.ts'
import type { Found, Looker } from '#lib/services/audit/unknown-outcomes.ts'
import { type AuditRecord, listAudit } from '#lib/store/audit/list.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import type { Ledger } from '#lib/store/claims/ledger.ts'
import type { Db } from '#lib/store/database/client.ts'
import { type ClaimAction, stateOf } from './claim-audit.ts'

interface LookParts {
  readonly db: Db
  readonly ledger: Pick<Ledger, 'get'>
}

/** What is done with claims: a claim tells by its state, and by the number of the entry that changed it last. */
export function claimLooker({ db, ledger }: LookParts): Looker {
  return {
    actions: Object.keys(LOOKS),
    isOwn: ({ action, targets }) => action !== 'release' || claimIdOf(targets) !== null,
    async look(entry) {
      const id = claimIdOf(entry.targets)
      const claim = id === null ? null : await ledger.get(id)
      if (claim === null) return NOT_BEGUN
      const found = await lookAt(db, claim, entry)
      return found && { ...found, after: stateOf(claim) }
    },
  }
}

async function lookAt(db: Db, claim: ClaimRecord, entry: AuditRecord): Promise<Found | null> {
  const action = entry.action as ClaimAction
  const [latest] = await listAudit(db, { action, target: claimTarget(claim.id) }, { limit: 1 })
  return LOOKS[action](claim, entry, latest?.seq === entry.seq)
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
