import { formatTime } from '#lib/util/format.ts'

/** A standard condition of a Kubernetes object (metav1.Condition). */
export interface Condition<Type extends string = string, Reason extends string = string> {
  readonly type: Type
  readonly status: 'True' | 'False' | 'Unknown'
  /** Generation of the spec that the condition describes. */
  readonly observedGeneration?: number
  /** Last change of `status`. RFC 3339. */
  readonly lastTransitionTime: string
  /** Last change of the condition (seed 004). RFC 3339; absent where an older release wrote it. */
  readonly lastUpdateTime?: string
  /** CamelCase word of a fixed list, for programs. */
  readonly reason: Reason
  /**
   * For people: the state and the remedy. Contains text of a server only where a condition is
   * mirrored.
   */
  readonly message: string
}

/** Reasons that each condition of a kind may have. */
type ReasonTable = Readonly<Record<string, readonly string[]>>

/** Types of conditions of a kind. */
export type TypeOf<Table extends ReasonTable> = keyof Table & string

/** Reasons of one condition, or of all of a kind. */
export type ReasonOf<Table extends ReasonTable, Type extends TypeOf<Table> = TypeOf<Table>> = Table[Type][number]

/** Result of a reconciler for one condition; the types permit only reasons of that condition. */
export type Finding<Table extends ReasonTable> = {
  [Type in TypeOf<Table>]: Pick<Condition<Type, ReasonOf<Table, Type>>, 'type' | 'status' | 'reason' | 'message'>
}[TypeOf<Table>]

type ConditionsOf<Table extends ReasonTable> = readonly Condition<TypeOf<Table>, ReasonOf<Table>>[]

interface Occasion {
  /** `metadata.generation` of the object that the reconciler read. */
  readonly generation: number
  /** Epoch milliseconds. */
  readonly now: number
}

/** Maximum length of a message (metav1.Condition). */
const MAX_MESSAGE = 32_768

/**
 * Replaces the conditions of the found types and sorts by the table. lastTransitionTime changes
 * only with the status. Returns the same list when nothing changes.
 */
export function setConditions<Table extends ReasonTable>(
  table: Table,
  before: ConditionsOf<Table> | undefined,
  found: readonly Finding<Table>[],
  occasion: Occasion,
): ConditionsOf<Table> {
  const byType = new Map(before?.map(each => [each.type, each]))
  let changes = before === undefined
  for (const finding of found) {
    const old = byType.get(finding.type)
    const now = conditionOf<Table>(finding, old, occasion)
    if (old !== undefined && isSame(old, now)) continue
    byType.set(finding.type, now)
    changes = true
  }
  if (!changes && before !== undefined) return before
  const order = Object.keys(table)
  return [...byType.values()].sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type))
}

/** Finds the condition of a type; null without one. */
export function findCondition<Type extends string, Reason extends string>(
  conditions: readonly Condition<Type, Reason>[] | undefined,
  type: Type,
): Condition<Type, Reason> | null {
  return conditions?.find(each => each.type === type) ?? null
}

/**
 * Whether a condition is true; with a generation, also whether the condition describes that
 * generation.
 */
export function isTrue<Type extends string>(
  conditions: readonly Condition<Type>[] | undefined,
  type: Type,
  generation?: number,
): boolean {
  const condition = findCondition(conditions, type)
  return condition?.status === 'True' && (generation === undefined || condition.observedGeneration === generation)
}

function conditionOf<Table extends ReasonTable>(
  { type, status, reason, message }: Finding<Table>,
  before: Condition | undefined,
  { generation, now }: Occasion,
): Condition<TypeOf<Table>, ReasonOf<Table>> {
  return {
    type,
    status,
    observedGeneration: generation,
    lastTransitionTime: before?.status === status ? before.lastTransitionTime : formatTime(now),
    lastUpdateTime: formatTime(now),
    reason,
    message: message.slice(0, MAX_MESSAGE),
  }
}

function isSame(a: Condition, b: Condition): boolean {
  return (
    a.status === b.status &&
    a.reason === b.reason &&
    a.message === b.message &&
    a.observedGeneration === b.observedGeneration
  )
}
