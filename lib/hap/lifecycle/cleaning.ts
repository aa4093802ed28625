import { ANNOTATIONS, type Binding } from '../pools/binding.ts'
import { HELD, readLabels } from '../pools/labels.ts'
import { providerOf } from '../pools/pool.ts'
import type { PooledBinding } from '../pools/pooled-binding.ts'
import { isCurrentMark } from '../pools/state.ts'
import { type BindingChange, changeOf, formatTimestamp } from './change.ts'

/** Change of a release and of marking dirty (seed 001): sets dirty and keeps the tenant. */
export function dirtyChange(binding: Binding, at: number): BindingChange {
  const state = binding.annotations[ANNOTATIONS.state]
  return changeOf(binding, {
    labels: { dirty: 'true' },
    notes: {
      // A restored or copied binding stays in quarantine.
      state: binding.doubt !== undefined && state === 'quarantined' ? state : null,
      stateSince: formatTimestamp(at),
      dirtyFrom: cleanBefore(binding),
      cleaning: null,
      cleanNow: null,
    },
  })
}

/**
 * Change to quarantine: dirty, and no cleaner of HAP takes the account until the quarantine is
 * lifted.
 */
export function quarantineChange(binding: Binding, at: number): BindingChange {
  return changeOf(binding, {
    labels: { dirty: 'true' },
    notes: { state: 'quarantined', stateSince: formatTimestamp(at), dirtyFrom: cleanBefore(binding), cleanNow: null },
  })
}

/**
 * Change that lifts a quarantine: the account waits for a cleaner, which starts from the beginning.
 */
export function liftChange(binding: Binding, at: number): BindingChange {
  return changeOf(binding, { notes: { state: null, stateSince: formatTimestamp(at), cleaning: null, cleanNow: null } })
}

/** Change that undoes dirty: the tenant owns the account again, or the account is free. */
export function undoDirtyChange(binding: Binding, at: number): BindingChange {
  return changeOf(binding, {
    labels: { dirty: null },
    notes: { state: null, stateSince: formatTimestamp(at), dirtyFrom: null, cleaning: null, cleanNow: null },
  })
}

/**
 * Change at the end of cleaning (seed 001): removes dirty and the tenant, keeps all other labels.
 */
export function cleanedChange(binding: Binding, evidence: string, at: number): BindingChange {
  return changeOf(binding, {
    labels: { dirty: null, tenantName: null },
    notes: {
      state: null,
      stateSince: formatTimestamp(at),
      evidence,
      cleaning: null,
      cleanNow: null,
      dirtyFrom: null,
      selectedBy: null,
    },
  })
}

/** Whether the account was clean when it was marked dirty, so that undoing may free it. */
export function wasCleanBefore({ annotations }: Binding): boolean {
  return annotations[ANNOTATIONS.dirtyFrom] === 'free'
}

/** Value of dirtyFrom for an account that becomes dirty; a dirty account keeps its value. */
function cleanBefore(binding: Binding): string | null {
  const { dirty, tenantName } = readLabels(binding.kind, binding.labels)
  if (dirty !== null) return binding.annotations[ANNOTATIONS.dirtyFrom] ?? null
  return tenantName === null && binding.doubt === undefined ? 'free' : null
}

/**
 * Failed cleaning attempts before a binding goes to quarantine (semantics, States of a binding).
 */
export const MAX_CLEANING_FAILURES = 3

/**
 * Milliseconds between a release and the first cleaning: a cluster may be promised whose shoot does
 * not exist yet.
 */
export const REST_MS = 900_000

/** End of that delay in milliseconds since 1970; 0 when the beginning is unknown. */
export function restEnd(since: number | null): number {
  return since === null ? 0 : since + REST_MS
}

/**
 * Change that records the progress of cleaning: `note` is the serialised progress, `state` the
 * derived state, null for dirty. It also removes the request for immediate cleaning.
 */
export function cleaningProgressChange(
  binding: Binding,
  state: 'cleaning' | 'verifying' | null,
  note: string,
  at: number,
): BindingChange {
  const before = binding.annotations[ANNOTATIONS.state] ?? null
  const isSo =
    before === state && (state === null || isCurrentMark(readLabels(binding.kind, binding.labels), binding.annotations))
  const since = isSo ? {} : { stateSince: formatTimestamp(at) }
  return changeOf(binding, { notes: { state, cleaning: note, cleanNow: null, ...since } })
}

/** Change that requests immediate cleaning; it also lifts a quarantine. */
export function cleanNowChange(binding: Binding, at: number): BindingChange {
  const isQuarantined = binding.annotations[ANNOTATIONS.state] === 'quarantined'
  const anew = isQuarantined ? { state: null, stateSince: formatTimestamp(at), cleaning: null } : {}
  return changeOf(binding, { notes: { ...anew, cleanNow: formatTimestamp(at) } })
}

/**
 * Milliseconds until a request for immediate cleaning expires. KEB's cleanup job keeps HAP's
 * annotations, so that an old request must not apply to the next dirty period.
 */
const CLEAN_NOW_EXPIRY_MS = 86_400_000

/**
 * When immediate cleaning was requested, in milliseconds since 1970; null without a recent request.
 */
export function cleanNowRequestedAt({ annotations }: Pick<Binding, 'annotations'>, at: number): number | null {
  const asked = Date.parse(annotations[ANNOTATIONS.cleanNow] ?? '')
  return Number.isNaN(asked) || at - asked > CLEAN_NOW_EXPIRY_MS ? null : asked
}

export function isCleanNowRequested(binding: Pick<Binding, 'annotations'>, at: number): boolean {
  return cleanNowRequestedAt(binding, at) !== null
}

/**
 * These reasons identify holds that wait for other bindings; a person who changes reason or end
 * turns them into ordinary holds.
 */
const CLEAN = 'Clean; waits for the other bindings of its account.'
const NOT_DIRTY = 'No longer dirty; waits for the other bindings of its account.'
/** Minimum duration of such a hold; then it ends as soon as the other bindings allow. */
const WAIT_MS = 60_000

/**
 * Change at the end of cleaning while another binding of the account is dirty: clean but on hold,
 * because a cleaner of the other binding would delete the resources of a new owner.
 */
export function cleanedHoldChange(binding: Binding, evidence: string, at: number): BindingChange {
  const { labels, notes } = waitingHold(binding, CLEAN, at)
  return changeOf(binding, {
    labels: { ...labels, tenantName: null },
    notes: { ...notes, evidence, cleaning: null, selectedBy: null },
  })
}

/** Change that undoes dirty while another binding is dirty: on hold, and the tenant stays. */
export function undoDirtyHoldChange(binding: Binding, at: number): BindingChange {
  return changeOf(binding, waitingHold(binding, NOT_DIRTY, at))
}

function waitingHold({ kind, labels }: Binding, hold: string, at: number) {
  const { internal, shared } = readLabels(kind, labels)
  return {
    labels: { dirty: HELD, internal: 'true', shared: shared === null ? null : HELD },
    notes: {
      state: null,
      stateSince: formatTimestamp(at),
      dirtyFrom: null,
      cleanNow: null,
      hold,
      holdUntil: formatTimestamp(at + WAIT_MS),
      heldFlags: internal === null ? '' : 'internal',
    },
  }
}

type OnHold = Pick<PooledBinding, 'binding' | 'labels'>

/**
 * Whether a binding is on hold only until the other bindings of its account are no longer dirty.
 */
export function waitsForOthers(pooled: OnHold): boolean {
  return isCleanOnHold(pooled) || isHeldFor(pooled, NOT_DIRTY)
}

/** Whether such a hold follows a confirmed cleaning. */
export function isCleanOnHold(pooled: OnHold): boolean {
  return isHeldFor(pooled, CLEAN)
}

function isHeldFor({ binding, labels }: OnHold, reason: string): boolean {
  return labels.dirty === HELD && binding.annotations[ANNOTATIONS.hold] === reason
}

/** Who can verify that an account is empty. */
type Verifiability =
  | { readonly by: 'cleaner'; readonly provider: string }
  /** `reason`: sentences that say what to do. */
  | { readonly by: 'person'; readonly reason: string }

/** Display names of providers without a cleaner. */
export const UNVERIFIABLE: ReadonlyMap<string, string> = new Map([
  ['openstack', 'OpenStack'],
  ['alicloud', 'Alibaba Cloud'],
  ['gdch', 'Google Distributed Cloud'],
])

const BY_HAND = 'Check the account manually, then choose Confirm clean.'

/** Decides who verifies the account of a binding, given the providers with an active cleaner. */
export function verifiability(pooled: PooledBinding, cleaners: { has(provider: string): boolean }): Verifiability {
  const provider = providerTypeOf(pooled)
  const person = (why: string): Verifiability => ({ by: 'person', reason: `${why} ${BY_HAND}` })
  if (provider === null) return person('The binding does not name its provider.')
  const unverifiable = UNVERIFIABLE.get(provider)
  if (unverifiable !== undefined) return person(`No cleaner can verify that an account of ${unverifiable} is empty.`)
  if (!cleaners.has(provider)) return person(`The ${provider} cleaner is off.`)
  if (pooled.binding.account.kind !== 'Secret') {
    return person(`Its credentials are of the kind ${pooled.binding.account.kind}, which cleaners cannot use.`)
  }
  return { by: 'cleaner', provider }
}

/**
 * Gardener's provider type, or the prefix of the hyperscaler type for bindings without one; null
 * when ambiguous.
 */
function providerTypeOf({ binding: { providers }, labels }: PooledBinding): string | null {
  if (providers.length > 1) return null
  return providers[0] ?? (labels.hyperscalerType === null ? null : providerOf(labels.hyperscalerType))
}
