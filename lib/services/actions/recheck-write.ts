import type { WriteTrace } from '#lib/garden/writes/write-trace.ts'
import { isLatestWrite } from '#lib/garden/writes/write-trace.ts'
import type { BindingChange } from '#lib/hap/lifecycle/change.ts'
import { accountKey, type Binding } from '#lib/hap/pools/binding.ts'
import type { Found } from '#lib/services/audit/unknown-outcomes.ts'
import type { ActionContext } from './action-context.ts'
import { UNVERIFIED } from './check-after-write.ts'
import { collision } from './collision.ts'
import { resultOf } from './failures.ts'
import { tooOld } from './fresh-facts.ts'

/** Labels and annotations of a binding, as an intent of the audit log holds them. */
interface Recorded extends Pick<Binding, 'labels' | 'annotations'> {}

/** A write that landed and needs an empty account, of which the audit log has no outcome. */
interface LandedWrite {
  readonly write: WriteTrace
  readonly before: Recorded
  readonly wanted: Recorded
  readonly now: Binding
}

const LANDED = 'The binding shows that it was written.'

/**
 * Makes the check that a process did not get to after its write: whether a cluster arrived at the same moment. If so, the change is
 * taken back. Null while the account is fenced, as by the process that is still checking, and while Gardener does not answer.
 */
export async function recheckWrite(context: ActionContext, landed: LandedWrite): Promise<Found | null> {
  const { write, before, wanted, now } = landed
  if (tooOld(context) !== null) return null
  const accepted = (detail: string): Found => ({
    outcome: 'accepted',
    detail: `${LANDED} ${detail}`,
    after: recorded(now),
  })
  const fence = await context.claims.fence(accountKey(now.account))
  if (fence === 'busy') return null
  if (fence === 'claimed') return accepted(UNVERIFIED)
  try {
    // A later action or claim had its own check, and must not be undone.
    if (!isLatestWrite(write, now)) return accepted(UNVERIFIED)
    const change = changeBetween(before, wanted)
    const result = await collision(context, { binding: { ...now, ...before }, id: write.id }, { change }, now)
    if (result === null) return accepted('No cluster is on the account.')
    return { outcome: 'failed', detail: result.reason, after: recorded(result.now) }
  } catch (error) {
    if (resultOf(error) === null) throw error
    return null
  } finally {
    await fence.leave().catch(() => undefined)
  }
}

function recorded({ labels, annotations }: Binding) {
  return { labels, annotations }
}

function changeBetween(before: Recorded, wanted: Recorded): BindingChange {
  return {
    labels: differing(before.labels, wanted.labels),
    annotations: differing(before.annotations, wanted.annotations),
  }
}

function differing(before: Recorded['labels'], wanted: Recorded['labels']): Readonly<Record<string, string | null>> {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(wanted)])]
  return Object.fromEntries(keys.filter(key => before[key] !== wanted[key]).map(key => [key, wanted[key] ?? null]))
}
