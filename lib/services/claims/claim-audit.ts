import { claimTarget, globalAccountTarget } from '#lib/hap/audit/target.ts'
import type { Request } from '#lib/hap/request.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { Actor, JsonValue, Outcome } from '#lib/store/audit/entry.ts'
import { CONSOLE } from '#lib/store/audit/forgotten.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'

export type ClaimAction = 'claim' | 'release' | 'set-cluster'

/** Who does something with a claim, and in which request. */
export interface ClaimCaller {
  readonly actor: Actor
  readonly requestId: string | null
}

/** What the console does without being asked. */
export const BY_ITSELF: ClaimCaller = { actor: CONSOLE, requestId: null }

/** What claims leave in the audit chain. */
export interface ClaimAudit {
  /**
   * Notes what is about to be done with a claim, which is as it was before, and what of its request is to change; throws
   * AuditError, and then it must not be done.
   */
  begins(
    action: ClaimAction,
    claim: ClaimRecord,
    caller: ClaimCaller,
    change?: { readonly cluster: string },
  ): Promise<bigint>
  /**
   * Notes what came of the intent of a claim, by whoever brought that about. Nobody waits for it: an intent without an outcome is
   * shown as unknown.
   */
  came(claim: ClaimRecord, actor: Actor, outcome: Outcome, detail: string | null): void
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
    begins: (action, claim, { actor, requestId }, change) =>
      log.intent({
        actor,
        action,
        targets: targetsOf(claim),
        reason: null,
        ticket: null,
        requestId,
        before: stateOf(claim),
        after: { ...claim.request, ...change },
      }),
    came: (claim, actor, outcome, detail) => {
      if (claim.auditSeq === null) return
      log.outcome({ intent: claim.auditSeq, actor, outcome, detail, after: stateOf(claim) }).catch(failed)
    },
    refused: async ({ request, cluster }, { actor, requestId }, why) => {
      // Not the claim it collides with: among the attempts of that one it is none.
      const targets = [globalAccountTarget(request.globalAccount)]
      const after = { ...request, ...(cluster !== null && { cluster }) }
      await log.refused({ actor, action: 'claim', targets, reason: null, ticket: null, requestId, after }, why)
    },
  }
}

function targetsOf({ id, tenant }: ClaimRecord): readonly string[] {
  return [claimTarget(id), globalAccountTarget(tenant)]
}

export function stateOf({ status, outcome, binding, account, epoch, cluster }: ClaimRecord): JsonValue {
  return { status, outcome, binding: binding && { ...binding }, account, epoch, cluster }
}
