import { z } from 'zod'
import { compareText } from '#lib/hap/text.ts'
import { type Condition, findCondition } from '#lib/operators/framework/conditions.ts'
import type { SearchField } from '#lib/search/field.ts'

/** States of a custom resource, most urgent first. */
const RESOURCE_STATES = ['failed', 'waiting', 'in-progress', 'new', 'deleting', 'ready'] as const

export type ResourceState = (typeof RESOURCE_STATES)[number]

/** State of a custom resource with the condition behind it. */
export interface ResourceSummary {
  readonly state: ResourceState
  /** Reason of the deciding condition, one CamelCase word; null before the first reconciliation. */
  readonly reason: string | null
  /** The state and what to do, a sentence. */
  readonly message: string
  /** Last transition of Ready, RFC 3339. */
  readonly since: string
}

interface Resource {
  readonly metadata: {
    readonly generation: number
    readonly creationTimestamp: string
    readonly deletionTimestamp?: string
  }
  readonly status?: { readonly observedGeneration?: number; readonly conditions?: readonly Condition[] }
}

const NOT_RECONCILED = 'Not checked by an operator yet.'
const CHANGE_NOT_RECONCILED = 'The latest change has not been processed yet.'

/** Summarizes a resource by its condition Ready; `stateOf` maps its reasons to states. */
export function summarizeResource(
  { metadata, status }: Resource,
  stateOf: (ready: Pick<Condition, 'status' | 'reason'>) => ResourceState,
): ResourceSummary {
  const { creationTimestamp: createdAt, deletionTimestamp: deletedAt, generation } = metadata
  const ready = findCondition(status?.conditions, 'Ready')
  const isDeleted = deletedAt !== undefined
  if (ready === null)
    return {
      state: isDeleted ? 'deleting' : 'new',
      reason: null,
      message: NOT_RECONCILED,
      since: deletedAt ?? createdAt,
    }
  const isOld = !isDeleted && (status?.observedGeneration ?? generation) < generation
  return {
    state: isDeleted ? 'deleting' : isOld ? 'in-progress' : stateOf(ready),
    reason: decidingReason(status?.conditions ?? [], ready),
    message: isOld ? CHANGE_NOT_RECONCILED : ready.message,
    since: deletedAt ?? ready.lastTransitionTime,
  }
}

/** Ready copies the message of the deciding condition, whose reason is more specific. */
function decidingReason(conditions: readonly Condition[], ready: Condition): string {
  return conditions.find(each => each !== ready && each.message === ready.message)?.reason ?? ready.reason
}

interface Summarized {
  readonly summary: ResourceSummary
}

/** Fields that the lists of Clusters and SubscriptionRequests share. */
export const SUMMARY_FIELDS = {
  state: {
    row: z.enum(RESOURCE_STATES),
    value: ({ summary }: Summarized) => summary.state,
    search: { kind: 'enum', values: RESOURCE_STATES, description: 'state in one word' },
    sort: { compare: bySummary },
    csv: 'state',
  },
  reason: {
    row: z.string().nullable(),
    value: ({ summary }: Summarized) => summary.reason,
    search: {
      kind: 'text',
      description: 'part of the reason or message',
      read: ({ summary: { reason, message } }: Summarized) => (reason === null ? [message] : [reason, message]),
    },
    csv: 'reason',
  },
  message: {
    row: z.string(),
    value: ({ summary }: Summarized) => summary.message,
    column: 'reason',
    csv: 'message',
  },
  since: {
    row: z.string(),
    value: ({ summary }: Summarized) => summary.since,
    column: 'state',
    csv: 'since',
  },
} as const

/** Resources that need attention come first, the oldest state before newer ones. */
function bySummary({ summary: a }: Summarized, { summary: b }: Summarized): number {
  return RESOURCE_STATES.indexOf(a.state) - RESOURCE_STATES.indexOf(b.state) || compareText(a.since, b.since)
}

/** Maximum number of examples of a field. */
const MAX_EXAMPLES = 50

/** Adds occurring values as examples to the fields with these names. */
export function withExamples(
  fields: readonly SearchField[],
  occurring: Readonly<Record<string, Iterable<string | null>>>,
): readonly SearchField[] {
  return fields.map(field => {
    const values = Object.hasOwn(occurring, field.name) ? occurring[field.name] : undefined
    if (values === undefined) return field
    const known = [...new Set(values)].filter(value => value !== null)
    return { ...field, examples: known.toSorted(compareText).slice(0, MAX_EXAMPLES) }
  })
}
