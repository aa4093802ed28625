import type { Condition } from '#lib/operators/framework/conditions.ts'
import { type KindState, kindState } from './kind-state.ts'
import type { OperatorKind, OperatorObjects } from './operator-objects.ts'

/** A condition as its page shows it. */
export interface ConditionRow {
  readonly type: string
  readonly status: Condition['status']
  readonly reason: string
  readonly message: string
  /** RFC 3339. */
  readonly since: string
  /** Generation it speaks of; null where it does not say. */
  readonly observedGeneration: number | null
}

/** What the pages of all custom resources show. */
export interface ObjectDetail {
  readonly kind: KindState
  readonly namespace: string
  readonly uid: string
  readonly resourceVersion: string
  /** Counts changes of the spec. */
  readonly generation: number
  /** Generation the status speaks of; null before anybody looked. */
  readonly observedGeneration: number | null
  /** RFC 3339; null while nobody deletes it. */
  readonly deletedAt: string | null
  /** What keeps it while it is deleted. */
  readonly finalizers: readonly string[]
  readonly conditions: readonly ConditionRow[]
}

interface Detailed {
  readonly metadata: {
    readonly namespace: string
    readonly uid: string
    readonly resourceVersion: string
    readonly generation: number
    readonly deletionTimestamp?: string
    readonly finalizers?: readonly string[]
  }
  readonly status?: { readonly observedGeneration?: number; readonly conditions?: readonly Condition[] }
}

/** What the page of a custom resource shows whatever its kind is. */
export function objectDetail(
  objects: Pick<OperatorObjects, 'freshness'>,
  kind: OperatorKind,
  { metadata, status }: Detailed,
): ObjectDetail {
  return {
    kind: kindState(objects, kind),
    namespace: metadata.namespace,
    uid: metadata.uid,
    resourceVersion: metadata.resourceVersion,
    generation: metadata.generation,
    observedGeneration: status?.observedGeneration ?? null,
    deletedAt: metadata.deletionTimestamp ?? null,
    finalizers: metadata.finalizers ?? [],
    conditions: (status?.conditions ?? []).map(conditionRow),
  }
}

function conditionRow(condition: Condition): ConditionRow {
  const { type, status, reason, message, lastTransitionTime, observedGeneration = null } = condition
  return { type, status, reason, message, since: lastTransitionTime, observedGeneration }
}
