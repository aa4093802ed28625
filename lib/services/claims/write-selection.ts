import { type BindingChange, claimChange, selectionChange } from '#lib/hap/lifecycle/change.ts'
import { ANNOTATIONS, accountKey, type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { poolKey } from '#lib/hap/pools/pool.ts'
import { pooledBinding, poolOf } from '#lib/hap/pools/pooled-binding.ts'
import { exclusion } from '#lib/hap/selection/search.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import { backOffMs } from '#lib/util/retry.ts'
import type { RecordedWrites } from './claim-audit.ts'
import type { ClaimContext } from './claim-context.ts'
import type { RefusedWrite } from './claim-garden.ts'
import { type Deadline, OutOfTimeError } from './deadline.ts'

const UNSENT_BACK_OFF = { firstMs: 40, maxMs: 1_280 }
const CONFLICT_BACK_OFF = { firstMs: 10, maxMs: 640 }

/** `again`: nothing was written and the claim needs a new decision; `refused` is Gardener's message when it rejects the write. */
export type Selection =
  | { readonly kind: 'landed'; readonly binding: Binding }
  | { readonly kind: 'again'; readonly refused: RefusedWrite | null }

/** Whether a write was carried out is not known when the attempt ends. */
export class WriteInDoubtError extends OutOfTimeError {
  override readonly name: string = 'WriteInDoubtError'
}

/**
 * Writes a selection with the resourceVersion of the decision. A retry repeats that write, or one
 * that keeps the labels of a newer version; a free binding that changed needs a new decision.
 */
export function writeSelection(
  context: ClaimContext,
  claim: ClaimRecord,
  decidedOn: Binding,
  wrote: RecordedWrites,
  deadline: Deadline,
): Promise<Selection> {
  // One writer per binding and process: concurrent writers would only get conflicts.
  return context.mutex.run(`binding ${bindingKey(decidedOn)}`, async () => {
    let target = latestOf(context, claim, decidedOn)
    let isInDoubt = false
    try {
      for (let attempt = 0; ; attempt++) {
        const change = changeFor(claim, target, context.clock.now())
        const left = deadline.left()
        const wasInDoubt: boolean = isInDoubt
        isInDoubt = true
        const written = await context.garden.write(target, change, left)
        isInDoubt = wasInDoubt || written.kind === 'unknown'
        if (written.kind === 'landed') {
          context.recent.put(written.binding)
          wrote.landed(target, written.binding)
          return written
        }
        if (written.kind === 'refused' && !wasInDoubt) return { kind: 'again', refused: written }
        if (written.kind === 'throttled') await deadline.pause(written.retryAfterMs, written.retryAfterMs * 1.5)
        else if (written.kind === 'unsent') await deadline.pause(20, backOffMs(attempt, UNSENT_BACK_OFF))
        else {
          const asked = target
          const fresh = await context.recent.read(asked, () => deadline.persist(ms => context.garden.read(asked, ms)))
          if (fresh === null) return { kind: 'again', refused: null }
          if (isInDoubt && hasLanded(claim, target, fresh)) {
            wrote.landed(target, fresh)
            if (isUsable(fresh, context.clock.now())) return { kind: 'landed', binding: fresh }
            if (claim.outcome === 'claim')
              throw new WriteInDoubtError('The binding was written, and is out of use since.')
          }
          // This refusal does not prove that an earlier write in flight cannot land.
          if (written.kind === 'refused' && fresh.resourceVersion === target.resourceVersion)
            throw new WriteInDoubtError(`Whether the binding was written is not known. ${written.message}`)
          if (fresh.resourceVersion !== target.resourceVersion) {
            // A write still in flight meets another resourceVersion.
            isInDoubt = false
            if (!canBeSelectedAgain(claim, target, fresh, context.clock.now())) return { kind: 'again', refused: null }
            target = fresh
          }
          await deadline.pause(1, backOffMs(attempt, CONFLICT_BACK_OFF))
        }
      }
    } catch (error) {
      if (isInDoubt && !(error instanceof WriteInDoubtError))
        throw new WriteInDoubtError('Whether the binding was written is not known.', { cause: error })
      throw error
    }
  })
}

/**
 * The newest version of the binding if the selection may be repeated on it; a claim of a free binding
 * keeps the version of its decision.
 */
function latestOf({ recent, clock }: ClaimContext, claim: ClaimRecord, decidedOn: Binding): Binding {
  const known = recent.binding(decidedOn)
  return known !== null && canBeSelectedAgain(claim, decidedOn, known, clock.now()) ? known : decidedOn
}

function changeFor({ id, tenant, outcome }: ClaimRecord, binding: Binding, at: number): BindingChange {
  return outcome === 'claim' ? claimChange(binding, tenant, id, at) : selectionChange(binding, id)
}

/** Whether the annotation of a binding names this claim, so that its write landed. */
export function isSelectedBy({ id, tenant, outcome }: ClaimRecord, binding: Binding): boolean {
  // A copied or restored manifest brings the annotation with it.
  if (binding.doubt !== undefined) return false
  const labels = pooledBinding(binding)?.labels
  return binding.annotations[ANNOTATIONS.selectedBy] === id && (outcome !== 'claim' || labels?.tenantName === tenant)
}

function hasLanded(claim: ClaimRecord, before: Binding, fresh: Binding): boolean {
  return fresh.uid === before.uid && fresh.resourceVersion !== before.resourceVersion && isSelectedBy(claim, fresh)
}

/**
 * Whether a selection may be returned to the client: the binding may have been held, marked dirty
 * or deleted since.
 */
export function isUsable(binding: Binding, at: number): boolean {
  const pooled = pooledBinding(binding)
  return (
    pooled !== null &&
    exclusion(pooled, { policy: policyOf('documented'), at }) === null &&
    pooled.labels.dirty === null
  )
}

/** Whether a reused or shared binding may still be selected in its version `fresh`, which another writer made. */
export function canBeSelectedAgain(claim: ClaimRecord, before: Binding, fresh: Binding, at: number): boolean {
  if (claim.outcome === 'claim' || fresh.uid !== before.uid) return false
  const pooled = pooledBinding(fresh)
  if (!pooled || !isUsable(fresh, at)) return false
  const pool = poolOf(pooled)
  if (pool === null || poolKey(pool) !== claim.poolKey) return false
  if (accountKey(fresh.account) !== claim.account) return false
  return claim.outcome === 'shared' || pooled.labels.tenantName === claim.tenant
}
