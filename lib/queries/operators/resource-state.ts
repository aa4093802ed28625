import { type Condition, findCondition } from '#lib/operators/framework/conditions.ts'

/** States of a custom resource in one word, in the order in which they want to be looked at. */
export const RESOURCE_STATES = ['failed', 'waiting', 'in-progress', 'new', 'deleting', 'ready'] as const

export type ResourceState = (typeof RESOURCE_STATES)[number]

/** How a custom resource stands. */
export interface Standing {
  readonly state: ResourceState
  /** Reason of the condition that decides, one CamelCase word; null before anybody looked at it. */
  readonly reason: string | null
  /** What is and what to do, a sentence. */
  readonly message: string
  /** Since when it is ready or not, RFC 3339. */
  readonly since: string
}

interface Judged {
  readonly metadata: {
    readonly generation: number
    readonly creationTimestamp: string
    readonly deletionTimestamp?: string
  }
  readonly status?: { readonly observedGeneration?: number; readonly conditions?: readonly Condition[] }
}

const NOT_LOOKED_AT = 'No operator has looked at it yet.'
const CHANGED = 'No operator has looked at its latest change yet.'

/** How a resource stands, by its condition Ready; `stateOf` has the state for each reason of that. */
export function standingOf(
  { metadata, status }: Judged,
  stateOf: (ready: Pick<Condition, 'status' | 'reason'>) => ResourceState,
): Standing {
  const { creationTimestamp: createdAt, deletionTimestamp: deletedAt, generation } = metadata
  const ready = findCondition(status?.conditions, 'Ready')
  const isDeleted = deletedAt !== undefined
  if (ready === null)
    return {
      state: isDeleted ? 'deleting' : 'new',
      reason: null,
      message: NOT_LOOKED_AT,
      since: deletedAt ?? createdAt,
    }
  const isOld = !isDeleted && (status?.observedGeneration ?? generation) < generation
  return {
    state: isDeleted ? 'deleting' : isOld ? 'in-progress' : stateOf(ready),
    reason: decidingReason(status?.conditions ?? [], ready),
    message: isOld ? CHANGED : ready.message,
    since: deletedAt ?? ready.lastTransitionTime,
  }
}

/** Ready says what the condition that decides says; the reason of that one is the finer. */
function decidingReason(conditions: readonly Condition[], ready: Condition): string {
  return conditions.find(each => each !== ready && each.message === ready.message)?.reason ?? ready.reason
}
