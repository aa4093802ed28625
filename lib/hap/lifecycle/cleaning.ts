import { ANNOTATIONS, type Binding } from '../pools/binding.ts'
import { HELD, readLabels } from '../pools/labels.ts'
import { providerOf } from '../pools/pool.ts'
import type { PooledBinding } from '../pools/pooled-binding.ts'
import { isOfNow } from '../pools/state.ts'
import { type BindingChange, changeOf, stamp } from './change.ts'

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

/** Milliseconds an account rests after it was given back: a cluster may have been promised whose shoot does not exist yet. */
export const REST_MS = 900_000

/** When the rest of an account ends that is dirty since a moment, in milliseconds since 1970; 0 where nobody knows when it began. */
export function restEnd(since: number | null): number {
  return since === null ? 0 : since + REST_MS
}

/**
 * How far the cleaning of a dirty account is: `note` tells it, `state` is what that makes of it; null = it is merely dirty. Whoever
 * asked for a look has had it.
 */
export function cleaningNoted(
  binding: Binding,
  state: 'cleaning' | 'verifying' | null,
  note: string,
  at: number,
): BindingChange {
  const before = binding.annotations[ANNOTATIONS.state] ?? null
  const isSo =
    before === state && (state === null || isOfNow(readLabels(binding.kind, binding.labels), binding.annotations))
  const since = isSo ? {} : { stateSince: stamp(at) }
  return changeOf(binding, { notes: { state, cleaning: note, cleanNow: null, ...since } })
}

/** A cleaner is to take the account before all others; out of quarantine it begins anew. */
export function askedToClean(binding: Binding, at: number): BindingChange {
  const isQuarantined = binding.annotations[ANNOTATIONS.state] === 'quarantined'
  const anew = isQuarantined ? { state: null, stateSince: stamp(at), cleaning: null } : {}
  return changeOf(binding, { notes: { ...anew, cleanNow: stamp(at) } })
}

/** Milliseconds a wish counts: KEB's cleanup job leaves our notes behind, and they must not speak for whoever has the account next. */
const WISH_MS = 86_400_000

/** When somebody asked for a look at a dirty account before all others, in milliseconds since 1970; null when nobody did lately. */
export function askedAt({ annotations }: Pick<Binding, 'annotations'>, at: number): number | null {
  const asked = Date.parse(annotations[ANNOTATIONS.cleanNow] ?? '')
  return Number.isNaN(asked) || at - asked > WISH_MS ? null : asked
}

export function isAskedToClean(binding: Pick<Binding, 'annotations'>, at: number): boolean {
  return askedAt(binding, at) !== null
}

/** By this reason such a hold is known: whoever gives another reason, or another end, makes it a hold of their own. */
const CLEAN = 'Clean; waits for the other bindings of its account.'
const NOT_DIRTY = 'No longer dirty; waits for the other bindings of its account.'
/** Time for the others. Afterwards the hold ends by itself as soon as it may. */
const WAIT_MS = 60_000

/**
 * The end of cleaning beside another binding of the account that is dirty still: as it would be when clean, but on hold, since
 * whoever cleans the account by way of the other would clean what was given out by way of this.
 */
export function cleanedAside(binding: Binding, evidence: string, at: number): BindingChange {
  const { labels, notes } = aside(binding, CLEAN, at)
  return changeOf(binding, {
    labels: { ...labels, tenantName: null },
    notes: { ...notes, evidence, cleaning: null, selectedBy: null },
  })
}

/** The same of a mark that is taken back beside another dirty binding: it is its tenant's still, if it has one. */
export function undoneAside(binding: Binding, at: number): BindingChange {
  return changeOf(binding, aside(binding, NOT_DIRTY, at))
}

function aside({ kind, labels }: Binding, hold: string, at: number) {
  const { internal, shared } = readLabels(kind, labels)
  return {
    labels: { dirty: HELD, internal: 'true', shared: shared === null ? null : HELD },
    notes: {
      state: null,
      stateSince: stamp(at),
      dirtyFrom: null,
      cleanNow: null,
      hold,
      holdUntil: stamp(at + WAIT_MS),
      heldFlags: internal === null ? '' : 'internal',
    },
  }
}

type OnHold = Pick<PooledBinding, 'binding' | 'labels'>

/** Whether a binding is on hold only until the other bindings of its account are clean, or no longer dirty, too. */
export function waitsForOthers(pooled: OnHold): boolean {
  return isCleanedAside(pooled) || isHeldFor(pooled, NOT_DIRTY)
}

/** Of these one that was called clean. */
export function isCleanedAside(pooled: OnHold): boolean {
  return isHeldFor(pooled, CLEAN)
}

function isHeldFor({ binding, labels }: OnHold, reason: string): boolean {
  return labels.dirty === HELD && binding.annotations[ANNOTATIONS.hold] === reason
}

/** Who can tell that an account is empty. */
type Verifiability =
  | { readonly by: 'cleaner'; readonly provider: string }
  /** `reason`: as sentences, with what to do. */
  | { readonly by: 'person'; readonly reason: string }

/** Providers no cleaner was written for, as people call them. */
export const UNVERIFIABLE: ReadonlyMap<string, string> = new Map([
  ['openstack', 'OpenStack'],
  ['alicloud', 'Alibaba Cloud'],
  ['gdch', 'Google Distributed Cloud'],
])

const BY_HAND = 'Look at the account, then confirm that it is clean.'

/** Who can tell that the account of a binding is empty, given the providers whose cleaners are on. */
export function verifiability(pooled: PooledBinding, cleaners: { has(provider: string): boolean }): Verifiability {
  const provider = providerTypeOf(pooled)
  const person = (why: string): Verifiability => ({ by: 'person', reason: `${why} ${BY_HAND}` })
  if (provider === null) return person('It does not say which provider it belongs to.')
  const unverifiable = UNVERIFIABLE.get(provider)
  if (unverifiable !== undefined) return person(`No cleaner can tell whether an account of ${unverifiable} is empty.`)
  if (!cleaners.has(provider)) return person(`The cleaner for ${provider} is off.`)
  if (pooled.binding.account.kind !== 'Secret') {
    return person(`Its credentials are of the kind ${pooled.binding.account.kind}, which cleaners cannot use.`)
  }
  return { by: 'cleaner', provider }
}

/** Gardener's provider type; of bindings that name none what their hyperscaler type begins with. Null where it is not one. */
function providerTypeOf({ binding: { providers }, labels }: PooledBinding): string | null {
  if (providers.length > 1) return null
  return providers[0] ?? (labels.hyperscalerType === null ? null : providerOf(labels.hyperscalerType))
}
