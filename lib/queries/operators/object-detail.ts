import { type DeletionFacts, deletionConsequence, deletionRefusal, mustTypeName } from '#lib/hap/resource-deletion.ts'
import type { Condition } from '#lib/operators/framework/conditions.ts'
import type { EventObject } from '#lib/operators/framework/event-recorder.ts'
import { getKindState, type KindState, type OperatorKind, type OperatorObjects } from './operator-objects.ts'

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

/** What the page of a custom resource shows whatever its kind is. */
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

/** What the page of a custom resource says of its deletion. */
export interface DeletionOffer {
  /** Why it cannot be deleted, a sentence; null when it can. */
  readonly obstacle: string | null
  /** Sentences. */
  readonly consequence: readonly string[]
  /** Its name has to be typed before. */
  readonly typeName: boolean
}

/** What the page of a custom resource says of its deletion. */
export function buildDeletionOffer(facts: DeletionFacts): DeletionOffer {
  return { obstacle: deletionRefusal(facts), consequence: deletionConsequence(facts), typeName: mustTypeName(facts) }
}

/** An event as pages show it. */
export interface EventRow {
  readonly id: string
  readonly isWarning: boolean
  readonly reason: string
  readonly note: string
  readonly count: number
  /** When it happened last, RFC 3339; null where nobody says. */
  readonly at: string | null
  /** Who reports it, without the domain: `cluster-operator`. */
  readonly by: string
}

/** An event as pages show it. */
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
