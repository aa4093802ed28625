import { type DeletionFacts, deletionConsequence, deletionRefusal, mustTypeName } from '#lib/hap/resource-deletion.ts'
import type { Condition } from '#lib/operators/framework/conditions.ts'
import type { EventObject } from '#lib/operators/framework/event-recorder.ts'
import { getKindState, type KindState, type OperatorKind, type OperatorObjects } from './operator-objects.ts'

/** A condition on the page of its resource. */
export interface ConditionRow {
  readonly type: string
  readonly status: Condition['status']
  readonly reason: string
  readonly message: string
  /** RFC 3339. */
  readonly since: string
  /** Generation that the condition describes; null where it is not stated. */
  readonly observedGeneration: number | null
}

/** Content that the pages of all kinds share. */
export interface ObjectDetail {
  readonly kind: KindState
  readonly namespace: string
  readonly uid: string
  readonly resourceVersion: string
  /** Increases with each change of the spec. */
  readonly generation: number
  /** Generation that the status describes; null before the first reconciliation. */
  readonly observedGeneration: number | null
  /** RFC 3339; null unless it is being deleted. */
  readonly deletedAt: string | null
  /** Finalizers that block the deletion. */
  readonly finalizers: readonly string[]
  readonly conditions: readonly ConditionRow[]
}

interface DetailedResource {
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

/** Builds the content that the pages of all kinds share. */
export function buildObjectDetail(
  objects: Pick<OperatorObjects, 'freshness'>,
  kind: OperatorKind,
  { metadata, status }: DetailedResource,
): ObjectDetail {
  return {
    kind: getKindState(objects, kind),
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

/** The action Delete on the page of a custom resource. */
export interface DeletionOffer {
  /** Why the deletion is refused, a sentence; null when it is allowed. */
  readonly obstacle: string | null
  /** Sentences. */
  readonly consequence: readonly string[]
  /** Whether a person has to type its name. */
  readonly typeName: boolean
}

/** Builds the action Delete from the facts of a resource. */
export function buildDeletionOffer(facts: DeletionFacts): DeletionOffer {
  return { obstacle: deletionRefusal(facts), consequence: deletionConsequence(facts), typeName: mustTypeName(facts) }
}

/** An event on a page. */
export interface EventRow {
  readonly id: string
  readonly isWarning: boolean
  readonly reason: string
  readonly note: string
  readonly count: number
  /** Last occurrence, RFC 3339; null where it is not stated. */
  readonly at: string | null
  /** Reporting controller without its domain: `cluster-operator`. */
  readonly by: string
}

/** Builds the row of an event. */
export function buildEventRow({
  metadata,
  type,
  reason,
  note,
  series,
  eventTime,
  reportingController,
}: EventObject): EventRow {
  return {
    id: metadata?.uid ?? metadata?.name ?? '',
    isWarning: type === 'Warning',
    reason: reason ?? '',
    note: note ?? '',
    count: series?.count ?? 1,
    at: series?.lastObservedTime ?? eventTime ?? metadata?.creationTimestamp ?? null,
    by: reportingController?.split('/').at(-1) ?? '',
  }
}
