import type { BindingWrite, Labelled } from '#lib/hap/audit/binding-write.ts'
import { claimTarget, globalAccountTarget } from '#lib/hap/audit/target.ts'
import { ANNOTATIONS, type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { foreignLabelKey, type LabelName, labelKey } from '#lib/hap/pools/labels.ts'
import type { Request } from '#lib/hap/request.ts'
import { audited } from '#lib/services/audit/audited.ts'
import { type AuditLog, CONSOLE_ACTOR } from '#lib/store/audit/audit-log.ts'
import type { Actor, JsonValue, Outcome, OutcomeDraft } from '#lib/store/audit/entry.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import type { Activation } from '#lib/store/claims/ledger.ts'

/** Action of audit records about claims that became active because their clusters exist. */
export const ACTIVATE = 'activate'

export type ClaimAction = 'claim' | 'release' | 'cancel-claim' | 'expire-claim' | 'set-cluster'

/** The actor of a change and the id of the HTTP request; null for background work. */
export interface ClaimCaller {
  readonly actor: Actor
  readonly requestId: string | null
}

/** The caller of background work. */
export const BY_ITSELF: ClaimCaller = { actor: CONSOLE_ACTOR, requestId: null }

/** The audit records of claims. */
export interface ClaimAudit {
  /**
   * Records an intent with the present state of the claim, the changed fields, and the reason if one was given.
   * Throws AuditError; the caller must not write then.
   */
  recordIntent(action: ClaimAction, claim: ClaimRecord, caller: ClaimCaller, stated?: Stated): Promise<bigint>
  /**
   * Records the outcome of a claim's intent and the bindings that were written. The call does not wait for the database: an
   * intent without an outcome shows as unknown.
   */
  recordOutcome(
    claim: ClaimRecord,
    actor: Actor,
    outcome: Outcome,
    detail: string | null,
    wrote?: readonly BindingWrite[],
  ): void
  /** Runs `act`, which activates claims, between the two records of one entry. Throws AuditError before `act` runs. */
  recordActivation(claims: readonly ClaimRecord[], act: (intent: bigint) => Promise<Activation>): Promise<void>
  /** Records a claim that was refused before it started, with the reason. Throws AuditError. */
  refused(asked: AskedClaim, caller: ClaimCaller, why: string): Promise<void>
}

/** What the caller of a change states. */
interface Stated {
  readonly cluster?: string
  readonly reason?: string
  readonly ticket?: string | null
}

/** The request of a claim, with the cluster if it names one. */
interface AskedClaim {
  readonly request: Request
  readonly cluster: string | null
}

export function claimAudit(log: AuditLog, failed: (error: unknown) => void): ClaimAudit {
  return {
    recordIntent: (action, claim, { actor, requestId }, { reason = null, ticket = null, ...change } = {}) =>
      log.intent({
        actor,
        action,
        targets: [...targetsOf(claim), ...(action === 'release' && claim.binding ? [bindingKey(claim.binding)] : [])],
        reason,
        ticket,
        requestId,
        before: stateOf(claim),
        after: { ...claim.request, ...change },
      }),
    recordOutcome: (claim, actor, outcome, detail, wrote = []) => {
      if (claim.auditSeq === null) return
      log.outcome({ intent: claim.auditSeq, actor, outcome, detail, ...resultOf(claim, wrote) }).catch(failed)
    },
    recordActivation: (claims, act) => {
      const tenants = new Set(claims.map(({ tenant }) => globalAccountTarget(tenant)))
      const draft = {
        actor: CONSOLE_ACTOR,
        action: ACTIVATE,
        targets: [...claims.map(({ id }) => claimTarget(id)), ...tenants],
        reason: 'The cluster runs on the account.',
        ticket: null,
        requestId: null,
        after: { clusters: claims.map(({ cluster }) => cluster) },
      }
      return audited(log, draft, async intent => {
        const { active, gaveWay } = await act(intent)
        // Another replica may have activated some of them.
        const became = `${active} of ${claims.length} became active.`
        const detail = [became, gaveWayMessage(gaveWay)].filter(text => text !== null).join(' ')
        return { outcome: 'accepted', detail, after: { active, gaveWay }, result: undefined }
      })
    },
    refused: async ({ request, cluster }, { actor, requestId }, why) => {
      // The refused call is no attempt of an existing claim, so the claim is not among the targets.
      const targets = [globalAccountTarget(request.globalAccount)]
      const after = { ...request, ...(cluster !== null && { cluster }) }
      await log.refused({ actor, action: 'claim', targets, reason: null, ticket: null, requestId, after }, why)
    },
  }
}

/** Names the adopted claims that ended, as a sentence; null for none. */
export function gaveWayMessage(ids: readonly string[]): string | null {
  if (ids.length === 0) return null
  return `Adopted ${ids.length === 1 ? 'claim' : 'claims'} for the same cluster ended: ${ids.join(', ')}.`
}

function targetsOf({ id, tenant }: ClaimRecord): readonly string[] {
  return [claimTarget(id), globalAccountTarget(tenant)]
}

/** The state of a claim and the writes, as an outcome stores them; the written bindings become targets. */
export function resultOf(
  claim: ClaimRecord,
  wrote: readonly BindingWrite[],
): Required<Pick<OutcomeDraft, 'after' | 'targets'>> {
  const state = stateOf(claim)
  if (wrote.length === 0) return { after: state, targets: [] }
  const writes = wrote.map(({ before, after, ...write }) => ({ ...write, before: { ...before }, after: { ...after } }))
  return { after: { ...state, wrote: writes }, targets: [...new Set(wrote.map(({ binding }) => binding))] }
}

function stateOf({
  status,
  outcome,
  binding,
  account,
  epoch,
  cluster,
}: ClaimRecord): Readonly<Record<string, JsonValue>> {
  return { status, outcome, binding: binding && { ...binding }, account, epoch, cluster }
}

/** Collects the writes of bindings in one attempt of a claim, for the audit log. */
export class RecordedWrites {
  readonly all: BindingWrite[] = []

  /** Adds a write that landed. */
  landed(before: Binding, after: Binding): void {
    this.all.push({ binding: bindingKey(after), before: withoutIds(before), after: withoutIds(after), found: false })
  }

  /** Adds a binding that shows a label set by an interrupted write. */
  found(binding: Binding, label: LabelName): void {
    this.all.push(inferWrite(binding, label))
  }
}

/**
 * Infers an interrupted write from the binding: the write set `label` and no other label. The
 * annotations are left out, since a later write may have set them.
 */
export function inferWrite(
  binding: Pick<Binding, 'kind' | 'namespace' | 'name' | 'labels'>,
  label: LabelName,
): BindingWrite {
  const { kind, labels } = binding
  const keys = new Set([labelKey(kind, label), foreignLabelKey(kind, label)])
  const others = Object.fromEntries(Object.entries(labels).filter(([key]) => !keys.has(key)))
  return {
    binding: bindingKey(binding),
    before: { labels: others, annotations: {} },
    after: { labels, annotations: {} },
    found: true,
  }
}

/** Removes the annotations that hold ids of writes and objects: they mean nothing to users. */
function withoutIds({ labels, annotations }: Binding): Labelled {
  const { [ANNOTATIONS.writes]: _, [ANNOTATIONS.uid]: _uid, ...notes } = annotations
  return { labels, annotations: notes }
}
