import { ANNOTATIONS } from '../pools/annotations.ts'
import type { Binding } from '../pools/binding.ts'
import { readLabels } from '../pools/labels.ts'
import { type BindingChange, changeOf } from './change.ts'
import { stamp } from './stamp.ts'

/** Release and marking dirty (seed 001): `dirty=true`, and tenantName stays. */
export function markedDirty(binding: Binding, at: number): BindingChange {
  const state = binding.annotations[ANNOTATIONS.state]
  return changeOf(binding, {
    labels: { dirty: 'true' },
    notes: {
      // The quarantine that a binding in doubt notes lasts.
      state: binding.doubt !== undefined && state === 'quarantined' ? state : null,
      stateSince: stamp(at),
      dirtyFrom: cleanBefore(binding),
      cleaning: null,
      cleanNow: null,
    },
  })
}

/** As markedDirty, and no cleaner of ours touches it until somebody lifts the quarantine. */
export function quarantined(binding: Binding, at: number): BindingChange {
  return changeOf(binding, {
    labels: { dirty: 'true' },
    notes: { state: 'quarantined', stateSince: stamp(at), dirtyFrom: cleanBefore(binding), cleanNow: null },
  })
}

/** Back to waiting for a cleaner, which begins anew. */
export function waitsForCleaner(binding: Binding, at: number): BindingChange {
  return changeOf(binding, { notes: { state: null, stateSince: stamp(at), cleaning: null, cleanNow: null } })
}

/** Taking a mark back: its tenant has the account again, or nobody has. */
export function unmarkedDirty(binding: Binding, at: number): BindingChange {
  return changeOf(binding, {
    labels: { dirty: null },
    notes: { state: null, stateSince: stamp(at), dirtyFrom: null, cleaning: null, cleanNow: null },
  })
}

/** The end of cleaning (seed 001): dirty and tenantName go, all other labels stay. */
export function cleaned(binding: Binding, evidence: string, at: number): BindingChange {
  return changeOf(binding, {
    labels: { dirty: null, tenantName: null },
    notes: {
      state: null,
      stateSince: stamp(at),
      evidence,
      cleaning: null,
      cleanNow: null,
      dirtyFrom: null,
      selectedBy: null,
    },
  })
}

/** Whether a dirty account was clean when it was marked, so that taking the mark back may make it free. */
export function wasCleanBefore({ annotations }: Binding): boolean {
  return annotations[ANNOTATIONS.dirtyFrom] === 'free'
}

/** What is noted when an account becomes dirty; one that is so already keeps its note. */
function cleanBefore(binding: Binding): string | null {
  const { dirty, tenantName } = readLabels(binding.kind, binding.labels)
  if (dirty !== null) return binding.annotations[ANNOTATIONS.dirtyFrom] ?? null
  return tenantName === null && binding.doubt === undefined ? 'free' : null
}
