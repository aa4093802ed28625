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

/** Action of the entries of claims whose clusters came. */
export const ACTIVATE = 'activate'

export type ClaimAction = 'claim' | 'release' | 'set-cluster'

/** The actor and request of a change of a claim. */
export interface ClaimCaller {
  readonly actor: Actor
  readonly requestId: string | null
}

/** The console acts without a request. */
export const BY_ITSELF: ClaimCaller = { actor: CONSOLE_ACTOR, requestId: null }

/** The audit records of claims. */
export interface ClaimAudit {
  /**
   * Records an intent with the claim as it was, and the changed part of its request. Throws
   * AuditError; then nothing must be done.
   */
  recordIntent(
    action: ClaimAction,
    claim: ClaimRecord,
    caller: ClaimCaller,
    change?: { readonly cluster: string },
  ): Promise<bigint>
  /**
   * Notes what came of the intent of a claim, by whoever brought that about, and which bindings were written for it. Nobody waits
   * for it: an intent without an outcome is shown as unknown.
   */
  recordOutcome(
    claim: ClaimRecord,
    actor: Actor,
    outcome: Outcome,
    detail: string | null,
    wrote?: readonly BindingWrite[],
  ): void
  /** Does what makes claims active whose clusters came, as one entry. Throws AuditError, and then it is not done. */
  recordActivation(claims: readonly ClaimRecord[], act: (intent: bigint) => Promise<Activation>): Promise<void>
  /** Notes a claim that was refused before it began, and why. Throws AuditError. */
  refused(asked: AskedClaim, caller: ClaimCaller, why: string): Promise<void>
}

/** What a new claim asks for. */
interface AskedClaim {
  readonly request: Request
  readonly cluster: string | null
}

export function claimAudit(log: AuditLog, failed: (error: unknown) => void): ClaimAudit {
  return {
    recordIntent: (action, claim, { actor, requestId }, change) =>
      log.intent({
        actor,
        action,
        targets: [...targetsOf(claim), ...(action === 'release' && claim.binding ? [bindingKey(claim.binding)] : [])],
        reason: null,
        ticket: null,
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
        reason: 'The cluster has come.',
        ticket: null,
        requestId: null,
        after: { clusters: claims.map(({ cluster }) => cluster) },
      }
      return audited(log, draft, async intent => {
        const { active, gaveWay } = await act(intent)
        // Another replica may be quicker.
        const became = `${active} of ${claims.length} became active.`
        const detail = [became, gaveWayMessage(gaveWay)].filter(text => text !== null).join(' ')
        return { outcome: 'accepted', detail, after: { active, gaveWay }, result: undefined }
      })
    },
    refused: async ({ request, cluster }, { actor, requestId }, why) => {
      // The target is not the existing claim: this attempt is none of its own.
      const targets = [globalAccountTarget(request.globalAccount)]
      const after = { ...request, ...(cluster !== null && { cluster }) }
      await log.refused({ actor, action: 'claim', targets, reason: null, ticket: null, requestId, after }, why)
    },
  }
}

/** Which adopted claims ended, as a sentence; null for none. */
export function gaveWayMessage(ids: readonly string[]): string | null {
  if (ids.length === 0) return null
  return `Adopted ${ids.length === 1 ? 'claim' : 'claims'} for the same cluster ended: ${ids.join(', ')}.`
}

function targetsOf({ id, tenant }: ClaimRecord): readonly string[] {
  return [claimTarget(id), globalAccountTarget(tenant)]
}

/** What an outcome keeps of a claim, and of the bindings that were written for it. */
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

/** The bindings that one piece of work on a claim wrote, for the audit log. */
export class RecordedWrites {
  readonly all: BindingWrite[] = []

  /** A write that is known to have been carried out. */
  landed(before: Binding, after: Binding): void {
    this.all.push({ binding: bindingKey(after), before: withoutIds(before), after: withoutIds(after), found: false })
  }

  /** Adds a binding that shows a label set by an interrupted write. */
  found(binding: Binding, label: LabelName): void {
    this.all.push(inferWrite(binding, label))
  }
}

/**
 * Infers a write from a binding: it set the label and left all others. Annotations may be of a
 * later write.
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

/** The ids of writes and of the object mean nothing to users. */
function withoutIds({ labels, annotations }: Binding): Labelled {
  const { [ANNOTATIONS.writes]: _, [ANNOTATIONS.uid]: _uid, ...notes } = annotations
  return { labels, annotations: notes }
}
