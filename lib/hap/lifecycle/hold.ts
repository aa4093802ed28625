import { ANNOTATIONS, type Binding } from '../pools/binding.ts'
import { HELD, readLabels } from '../pools/labels.ts'
import { applyChange, type BindingChange, changeOf, stamp } from './change.ts'
import { markedDirty } from './cleaning.ts'

interface Hold {
  readonly reason: string
  /** Milliseconds since 1970; null = until somebody ends it. */
  readonly until: number | null
}

/** Flags a hold sets, whose value before it is noted. `shared=held` tells by itself what it was. */
const FLAGS = ['dirty', 'internal'] as const

/**
 * Takes an account out of everybody's reach as it is: `dirty=held` matches neither a selector of KEB nor that of its cleanup
 * job, `shared=held` none for shared accounts, and `internal=true` keeps KEB's release off (decision 008). Of a binding on
 * hold it changes reason and end.
 */
export function held(binding: Binding, hold: Hold, at: number): BindingChange {
  const labels = readLabels(binding.kind, binding.labels)
  const before = FLAGS.filter(flag => labels[flag] === 'true').join(',')
  const begins = labels.dirty === HELD ? {} : { heldFlags: before, stateSince: stamp(at) }
  const until = hold.until === null ? null : stamp(hold.until)
  return changeOf(binding, {
    labels: { dirty: HELD, internal: 'true', shared: labels.shared === null ? null : HELD },
    notes: { hold: hold.reason, holdUntil: until, cleanNow: null, ...begins },
  })
}

/** Puts back what the hold covered; that an account was dirty also where somebody took the label off meanwhile: it would be free. */
export function unheld(binding: Binding, at: number): BindingChange {
  const notes = { hold: null, holdUntil: null, heldFlags: null, stateSince: stamp(at) }
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

/** The same of an account that its tenant gave back while it was on hold: with the hold ends what kept it from being dirty. */
export function unheldDirty(binding: Binding, at: number): BindingChange {
  const back = unheld(binding, at)
  const marked = markedDirty(applyChange(binding, back), at)
  return {
    labels: { ...back.labels, ...marked.labels },
    // It is one change: the epoch is raised once.
    annotations: {
      ...back.annotations,
      ...marked.annotations,
      [ANNOTATIONS.epoch]: back.annotations[ANNOTATIONS.epoch] ?? null,
    },
  }
}

/** The flags that were on before the hold, of a binding whose labels show it. */
export function flagsBefore({ annotations }: Binding): ReadonlySet<string> {
  return new Set((annotations[ANNOTATIONS.heldFlags] ?? '').split(','))
}
