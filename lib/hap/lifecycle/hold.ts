import { ANNOTATIONS, type Binding } from '../pools/binding.ts'
import { HELD, readLabels } from '../pools/labels.ts'
import { applyChange, type BindingChange, changeOf, formatTimestamp } from './change.ts'
import { dirtyChange } from './cleaning.ts'

interface Hold {
  readonly reason: string
  /** Milliseconds since 1970; null for a hold without an end. */
  readonly until: number | null
}

/**
 * Flags that a hold overwrites, so their values are recorded. `shared=held` implies shared=true
 * before.
 */
const FLAGS = ['dirty', 'internal'] as const

/**
 * Change that puts a binding on hold or changes its hold: `dirty=held` matches no selector of KEB
 * or its cleanup job, `shared=held` none for shared accounts, and `internal=true` stops KEB's
 * release (decision 008).
 */
export function holdChange(binding: Binding, hold: Hold, at: number): BindingChange {
  const labels = readLabels(binding.kind, binding.labels)
  const before = FLAGS.filter(flag => labels[flag] === 'true').join(',')
  const begins = labels.dirty === HELD ? {} : { heldFlags: before, stateSince: formatTimestamp(at) }
  const until = hold.until === null ? null : formatTimestamp(hold.until)
  return changeOf(binding, {
    labels: { dirty: HELD, internal: 'true', shared: labels.shared === null ? null : HELD },
    notes: { hold: hold.reason, holdUntil: until, cleanNow: null, ...begins },
  })
}

/**
 * Change that ends a hold and restores the recorded flags. A dirty account whose dirty label
 * another client removed becomes dirty again, since it would be free otherwise.
 */
export function unholdChange(binding: Binding, at: number): BindingChange {
  const notes = { hold: null, holdUntil: null, heldFlags: null, stateSince: formatTimestamp(at) }
  const { dirty, shared, tenantName } = readLabels(binding.kind, binding.labels)
  const before = flagsBefore(binding)
  if (dirty !== HELD) {
    const isLost = before.has('dirty') && dirty === null && shared === null && tenantName === null
    return changeOf(binding, { labels: isLost ? { dirty: 'true' } : {}, notes })
  }
  const flags = FLAGS.map(flag => [flag, before.has(flag) ? 'true' : null])
  return changeOf(binding, {
    labels: { ...Object.fromEntries(flags), ...(shared === HELD ? { shared: 'true' } : {}) },
    notes,
  })
}

/**
 * Change that ends a hold of an account that its tenant released during the hold: it becomes dirty.
 */
export function unholdDirtyChange(binding: Binding, at: number): BindingChange {
  const back = unholdChange(binding, at)
  const marked = dirtyChange(applyChange(binding, back), at)
  return {
    labels: { ...back.labels, ...marked.labels },
    // Both changes are one write, which raises the epoch once.
    annotations: {
      ...back.annotations,
      ...marked.annotations,
      [ANNOTATIONS.epoch]: back.annotations[ANNOTATIONS.epoch] ?? null,
    },
  }
}

/** Flags that were set before the hold. */
export function flagsBefore({ annotations }: Binding): ReadonlySet<string> {
  return new Set((annotations[ANNOTATIONS.heldFlags] ?? '').split(','))
}

/**
 * Returns why a hold cannot last until `until`, as a sentence; null when it can. Both in
 * milliseconds since 1970.
 */
export function holdEndRefusal(until: number | null, at: number): string | null {
  return until === null || until > at ? null : 'The end of the hold is not in the future.'
}
