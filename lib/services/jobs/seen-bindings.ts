import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { type ChangedLine, changedLines, describeReplacement } from '#lib/hap/actions/diff.ts'
import { identify, isAbsent, isTrusted } from '#lib/hap/lifecycle/identity.ts'
import { ANNOTATIONS, accountKey, type Binding, type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import type { NewTarget, SeenBinding, TargetRecord } from '#lib/store/jobs/job-record.ts'

/** The parts of a binding that a job stores, to show later what changed. */
export function seenBinding({ resourceVersion: version, labels, annotations }: Binding): SeenBinding {
  // The ids of HAP's writes mean nothing to users.
  const { [ANNOTATIONS.writes]: _, ...notes } = annotations
  return { version, labels, annotations: notes }
}

/**
 * Whether a target identifies its object: without uid and account, only an unchanged version proves
 * that the binding is the same object. Labels prove nothing, as a binding of another account may
 * have them.
 */
export function isIdentifiable({ remembered, seenVersion }: TargetRecord, { resourceVersion }: Binding): boolean {
  return remembered !== null || seenVersion === resourceVersion
}

interface TargetSources {
  readonly inventory: Pick<Inventory, 'binding'>
  readonly shown?: Pick<ShownBindings, 'at'>
}

/**
 * The stored parts of a target at the version that the user saw; nulls if neither the inventory nor
 * the cache has that version.
 */
export function resolveTarget(
  { inventory, shown }: TargetSources,
  ref: BindingRef,
  version: string,
): Pick<NewTarget, 'seen' | 'remembered'> {
  const key = bindingKey(ref)
  const now = inventory.binding(key)
  const seen = (now?.resourceVersion === version ? now : shown?.at(key, version)) ?? null
  if (seen === null) return { seen, remembered: null }
  return { seen: seenBinding(seen), remembered: { uid: seen.uid, account: accountKey(seen.account) } }
}

/** Four plans of the maximum size. An evicted binding is only unknown. */
const MAX_CACHED = 20_000

/**
 * Cache of the bindings that plans showed to users, by version, so that a job can store what the
 * user decided on, even if the binding changed before the job started. Local to the process.
 */
export class ShownBindings {
  readonly #max: number
  readonly #byVersion = new Map<string, Binding>()

  constructor(max = MAX_CACHED) {
    this.#max = max
  }

  add(binding: Binding): void {
    const key = keyOf(bindingKey(binding), binding.resourceVersion)
    // Reinserted as the latest.
    this.#byVersion.delete(key)
    this.#byVersion.set(key, binding)
    if (this.#byVersion.size <= this.#max) return
    const [oldest] = this.#byVersion.keys()
    if (oldest !== undefined) this.#byVersion.delete(oldest)
  }

  /** Returns a binding at a version, by its key; null if the cache does not have it. */
  at(key: string, version: string): Binding | null {
    return this.#byVersion.get(keyOf(key, version)) ?? null
  }
}

function keyOf(key: string, version: string): string {
  return `${key} ${version}`
}

/** A target of an earlier job whose binding has changed since the user saw it. */
export interface ChangedSinceSeen extends Pick<BindingRef, 'kind' | 'name'> {
  /** The current version. */
  readonly version: string
  /** Null if the seen binding was not stored. */
  readonly lines: readonly ChangedLine[] | null
  /** How it is another object than the user saw, as the end of a sentence; null if none is known. */
  readonly replacement: string | null
}

/**
 * Returns the targets of an earlier job whose labels or notes changed since the user decided, in
 * the order of the job.
 */
export function findChanges(
  targets: readonly TargetRecord[],
  bindingOf: (key: string) => Binding | null,
): readonly ChangedSinceSeen[] {
  return targets.flatMap(target => {
    const { binding, seen, changed, remembered } = target
    const now = bindingOf(bindingKey(binding))
    const identity = identify(remembered, now)
    if (now === null || isAbsent(identity)) return []
    const lines = seen && changedLines(seen, now)
    const isSame = lines === null ? changed === null : lines.length === 0
    if (isTrusted(identity) && isIdentifiable(target, now) && isSame) return []
    const replacement = remembered && describeReplacement(remembered, now)
    return [{ kind: binding.kind, name: binding.name, version: now.resourceVersion, lines, replacement }]
  })
}
