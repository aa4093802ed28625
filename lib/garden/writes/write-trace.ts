import { randomBytes } from 'node:crypto'
import { type BindingChange, epochOf } from '#lib/hap/lifecycle/change.ts'
import { ANNOTATIONS, type Binding, type BindingRef } from '#lib/hap/pools/binding.ts'

/** Identifies a write before it is sent. Plain data, stored with the intent. */
export interface WriteTrace {
  readonly id: string
  readonly binding: BindingRef
  /** uid of its object; absent in records of older releases. */
  readonly uid?: string
  /** Version of its object: it can land on no other. */
  readonly resourceVersion: string
  readonly epoch: number
  /** Id of the previous write on the binding, or null. */
  readonly after: string | null
}

/**
 * What a binding proves about a write without an answer. `pending`: not written, but the binding
 * still has the version of the write, so it may land. `unknown`: too many writes followed.
 */
export type Landing = 'landed' | 'not-landed' | 'pending' | 'gone' | 'unknown'

/** Maximum number of ids on a binding. */
const MAX_IDS = 16

/** Creates a unique id for a write. */
export function newWriteId(): string {
  return randomBytes(9).toString('base64url')
}

export function traceOf(binding: Binding, id: string): WriteTrace {
  const { kind, namespace, name, uid, resourceVersion } = binding
  const after = idsOf(binding).at(-1) ?? null
  return { id, binding: { kind, namespace, name }, uid, resourceVersion, epoch: epochOf(binding), after }
}

/**
 * Adds the id of the write and the uid of the object to a change. The notes of a binding in doubt
 * belong to another object until an administrator accepts it.
 */
export function withTrace(binding: Binding, change: BindingChange, id: string): BindingChange {
  const ids = [...idsOf(binding), id].slice(-MAX_IDS).join(' ')
  const uid = binding.doubt === undefined ? binding.uid : (binding.annotations[ANNOTATIONS.uid] ?? UNKNOWN_UID)
  return { ...change, annotations: { ...change.annotations, [ANNOTATIONS.writes]: ids, [ANNOTATIONS.uid]: uid } }
}

/** Marks notes of older releases, which recorded no uid. */
const UNKNOWN_UID = 'unknown'

/** Decides by the current binding; null when it does not exist. */
export function landingOf({ id, uid, resourceVersion, epoch, after }: WriteTrace, now: Binding | null): Landing {
  if (now === null || (uid !== undefined && uid !== now.uid)) return 'gone'
  const ids = idsOf(now)
  if (ids.includes(id)) return 'landed'
  if (now.resourceVersion === resourceVersion) return 'pending'
  // Every write of HAP raises the epoch.
  if (epochOf(now) === epoch) return 'not-landed'
  // The ids since then are complete while the previous id is present, or there is room for more.
  const complete = after === null ? ids.length > 0 && ids.length < MAX_IDS : ids.includes(after)
  return complete ? 'not-landed' : 'unknown'
}

/** Whether a write is the latest on the binding. */
export function isLatestWrite({ id }: Pick<WriteTrace, 'id'>, now: Binding): boolean {
  return idsOf(now).at(-1) === id
}

function idsOf({ annotations }: Binding): readonly string[] {
  return (annotations[ANNOTATIONS.writes] ?? '').split(' ').filter(each => each !== '')
}
