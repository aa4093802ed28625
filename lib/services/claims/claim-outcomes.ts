import { z } from 'zod'
import type { BindingWrite } from '#lib/hap/audit/binding-write.ts'
import { claimIdOf, claimTarget } from '#lib/hap/audit/target.ts'
import { type Binding, type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import { type LabelName, labelKey } from '#lib/hap/pools/labels.ts'
import { stateSince } from '#lib/hap/pools/state.ts'
import type { OutcomeResolver, ResolvedOutcome } from '#lib/services/audit/resolve-outcomes.ts'
import { type AuditRecord, listAudit } from '#lib/store/audit/records.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import type { Ledger } from '#lib/store/claims/ledger.ts'
import type { Db } from '#lib/store/database/client.ts'
import { type ClaimAction, inferWrite, resultOf } from './claim-audit.ts'
import { MARKED_DIRTY } from './release-claim.ts'
import { markedSince } from './retire-account.ts'

interface LookParts {
  readonly db: Db
  readonly ledger: Pick<Ledger, 'get'>
  /** The bindings of an account as the watch delivered them. */
  bindingsOfAccount(account: string): readonly Binding[]
}

/**
 * Resolves records of claims from the claim's state and the number of the record that changed it
 * last.
 */
export function claimResolver({ db, ledger, bindingsOfAccount }: LookParts): OutcomeResolver {
  return {
    actions: Object.keys(RESOLVERS),
    isOwn: ({ action, targets }) => action !== 'release' || claimIdOf(targets) !== null,
    async resolve(entry) {
      const id = claimIdOf(entry.targets)
      const claim = id === null ? null : await ledger.get(id)
      if (claim === null) return NOT_BEGUN
      const found = await resolveEntry(db, claim, entry)
      if (found === null) return null
      const bindings = claim.account === null ? [] : bindingsOfAccount(claim.account)
      return { ...found, ...resultOf(claim, found.outcome === 'accepted' ? writesFor(claim, entry, bindings) : []) }
    },
  }
}

async function resolveEntry(db: Db, claim: ClaimRecord, entry: AuditRecord): Promise<ResolvedOutcome | null> {
  const action = entry.action as ClaimAction
  const [latest] = await listAudit(db, { action, target: claimTarget(claim.id) }, { limit: 1 })
  return RESOLVERS[action](claim, entry, latest?.seq === entry.seq)
}

/** Infers the writes of an accepted record from the claim and the bindings. */
function writesFor(
  { tenant, outcome, status, message, binding, releasedAt }: ClaimRecord,
  { action, at }: AuditRecord,
  bindings: readonly Binding[],
): readonly BindingWrite[] {
  if (binding === null || outcome === 'shared') return []
  if (action === 'claim' && outcome === 'claim')
    return [inferWrite(withLabel(binding, 'tenantName', tenant), 'tenantName')]
  if (action !== 'release' || status !== 'released' || message !== MARKED_DIRTY) return []
  const marked = markedSince(bindings, { tenant, begunBefore: Date.parse(at) })
  const inTime = marked.filter(each => (stateSince(each) ?? Number.NaN) <= (releasedAt ?? 0))
  const isThere = inTime.some(each => bindingKey(each) === bindingKey(binding))
  return [...inTime, ...(isThere ? [] : [withLabel(binding, 'dirty', 'true')])].map(each => inferWrite(each, 'dirty'))
}

function withLabel(
  { kind, namespace, name }: BindingRef,
  label: LabelName,
  value: string,
): Parameters<typeof inferWrite>[0] {
  return { kind, namespace, name, labels: { [labelKey(kind, label)]: value } }
}

/**
 * Resolves a record from its claim; `isLatest`: no later record of the same action. Null if it
 * cannot.
 */
type Resolver = (
  claim: ClaimRecord,
  entry: Pick<AuditRecord, 'seq' | 'wanted'>,
  isLatest: boolean,
) => ResolvedOutcome | null

const NOTHING: ResolvedOutcome = { outcome: 'failed', detail: 'The claim shows that the request had no effect.' }

/** Of a claim that there is, each entry names it. */
const NOT_BEGUN: ResolvedOutcome = {
  outcome: 'refused',
  detail: 'There is no such claim: the request was refused before it started.',
}

const Wanted = z.object({ cluster: z.string() })

/** A claim keeps the number of the last entry that changed its state, whose outcome may come later. */
export const RESOLVERS: Readonly<Record<ClaimAction, Resolver>> = {
  claim({ status, auditSeq, reservedAt }, { seq }, isLatest) {
    // No retry follows an attempt that gave the claim its account.
    if (!isLatest) return NOTHING
    if (status === 'pending' || status === 'intent') return null
    if (status === 'refused') return { outcome: 'refused', detail: 'The claim shows that it was refused.' }
    if (reservedAt !== null) return { outcome: 'accepted', detail: 'The claim shows that it got its account.' }
    if (status === 'waiting' && auditSeq === seq)
      return { outcome: 'accepted', detail: 'The claim shows that it is waiting.' }
    return NOTHING
  },
  release({ auditSeq }, { seq }) {
    return auditSeq === seq ? { outcome: 'accepted', detail: 'The claim shows that it was released.' } : NOTHING
  },
  'cancel-claim'({ auditSeq }, { seq }) {
    return auditSeq === seq ? { outcome: 'accepted', detail: 'The claim shows that it was cancelled.' } : NOTHING
  },
  'expire-claim'({ auditSeq }, { seq }) {
    return auditSeq === seq ? { outcome: 'accepted', detail: 'The claim shows that it expired.' } : NOTHING
  },
  'set-cluster'({ cluster }, { wanted }, isLatest) {
    const isNamed = cluster !== null && Wanted.safeParse(wanted).data?.cluster === cluster
    if (isNamed) return { outcome: 'accepted', detail: 'The claim shows that it is for this cluster.' }
    // A later request may have named another cluster after this one.
    return isLatest ? NOTHING : null
  },
}
