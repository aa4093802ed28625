import { randomBytes } from 'node:crypto'
import { type BindingChange, epochOf } from '#lib/hap/lifecycle/change.ts'
import { ANNOTATIONS, type Binding, type BindingRef } from '#lib/hap/pools/binding.ts'

/** What identifies a write before it is sent. Plain data, to be kept with the intent. */
export interface WriteTrace {
  readonly id: string
  readonly binding: BindingRef
  /** The object it is made for; absent in a record of a release that kept none. */
  readonly uid?: string
  /** The version it is made for: it can land on no other. */
  readonly resourceVersion: string
  readonly epoch: number
  /** Id of the write before it, as the binding had it; null when it had none. */
  readonly after: string | null
}

/**
 * What a binding tells about a write whose answer was lost. `pending`: not there, but the binding is still at the version the
 * write is made for, so it may yet come. `unknown`: too much has happened since to tell.
 */
export type Landing = 'landed' | 'not-landed' | 'pending' | 'gone' | 'unknown'

/** Ids a binding keeps. */
const MAX_IDS = 16

/** An id for one write, unlike any other. */
export function newWriteId(): string {
  return randomBytes(9).toString('base64url')
}

export function traceOf(binding: Binding, id: string): WriteTrace {
  const { kind, namespace, name, uid, resourceVersion } = binding
  const after = idsOf(binding).at(-1) ?? null
  return { id, binding: { kind, namespace, name }, uid, resourceVersion, epoch: epochOf(binding), after }
}

/**
 * A change with the id of the write that makes it among the ids the binding keeps, and with the uid of the object it is written on.
 * The notes of a binding in doubt stay those of another object until an administrator accepts it.
 */
export function withTrace(binding: Binding, change: BindingChange, id: string): BindingChange {
  const ids = [...idsOf(binding), id].slice(-MAX_IDS).join(' ')
  const uid = binding.doubt === undefined ? binding.uid : (binding.annotations[ANNOTATIONS.uid] ?? UNKNOWN_UID)
  return { ...change, annotations: { ...change.annotations, [ANNOTATIONS.writes]: ids, [ANNOTATIONS.uid]: uid } }
}

/** Stands for the object that the notes were written on by a release that noted no uid. */
const UNKNOWN_UID = 'unknown'

/** Decides by the binding as it is now; null = there is none. */
export function landingOf({ id, uid, resourceVersion, epoch, after }: WriteTrace, now: Binding | null): Landing {
  if (now === null || (uid !== undefined && uid !== now.uid)) return 'gone'
  const ids = idsOf(now)
  if (ids.includes(id)) return 'landed'
  if (now.resourceVersion === resourceVersion) return 'pending'
  // Every write of HAP raises the epoch.
  if (epochOf(now) === epoch) return 'not-landed'
  // Ids since then are all there as long as the one before them is, or there is room for more.
  const complete = after === null ? ids.length > 0 && ids.length < MAX_IDS : ids.includes(after)
  return complete ? 'not-landed' : 'unknown'
}

/** Whether a write is the last one that the binding keeps the id of. */
export function isLatestWrite({ id }: Pick<WriteTrace, 'id'>, now: Binding): boolean {
  return idsOf(now).at(-1) === id
}

function idsOf({ annotations }: Binding): readonly string[] {
  return (annotations[ANNOTATIONS.writes] ?? '').split(' ').filter(each => each !== '')
}
