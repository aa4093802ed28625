import { inUseMessage } from '../lifecycle/account-clusters.ts'
import { applyChange, type BindingChange } from '../lifecycle/change.ts'
import { isCleanNowRequested, isCleanOnHold, waitsForOthers, wasCleanBefore } from '../lifecycle/cleaning.ts'
import { cleanup, type ReleaseShoot, release } from '../lifecycle/release.ts'
import type { BindingKind } from '../pools/binding.ts'
import { HELD, isShared, readLabels } from '../pools/labels.ts'
import { isHeld, stateAt } from '../pools/pooled-binding.ts'
import { stateSince } from '../pools/state.ts'
import { policyOf } from '../semantics.ts'
import type { Action } from './action.ts'
import { ACTION_TABLE, NOT_HELD, SHARED_QUARANTINE } from './action-table.ts'
import { type ActionFacts, canBeAssigned, dirtySiblings } from './facts.ts'
import { endHoldChange, ownerRefusal, secondAccountRefusal, undoChange } from './previous-state.ts'

/** Returns why facts beside the state forbid an action, as a sentence; null when they do not. */
type Guard = (facts: ActionFacts) => string | null

/**
 * Manual actions follow the documents, independent of the semantics that the landscape is simulated
 * with.
 */
const POLICY = policyOf('documented')

/** Guards by action: what clusters and other bindings forbid. */
export const GUARDS: Readonly<Record<Action, readonly Guard[]>> = {
  release: [requireReleasable, requireSiblingsAside],
  'mark-dirty': [requireUnused, requireSiblingsAside],
  'undo-dirty': [
    requireHoldShown,
    requireKnownOrigin,
    facts => secondAccountRefusal(facts.pooled.labels.tenantName ?? '', facts),
    guardFreed(undoChange),
    requireOthersUndoable,
  ],
  'start-cleaning': [requireCleanable, requireHoldShown, requireNotRequested, requireCleaner],
  'confirm-clean': [requireHoldShown, requireCleanupAllowed, requireSiblingsAside, requireOthersCleanable],
  hold: [],
  unhold: [requireHold, requireNoNewOwner, requireNoArrivals, guardOwner(endHoldChange), guardSiblings(endHoldChange)],
  quarantine: [requireNotShared, requireHoldShown, requireUnused, requireSiblingsAside],
  lift: [requireHoldShown],
  'mark-internal': [],
  'unmark-internal': [guardFreed(removeInternal), guardOwner(removeInternal), guardSiblings(removeInternal)],
  repair: [],
}

export function requireUnused({ clusters }: ActionFacts): string | null {
  return clusters.length === 0 ? null : inUseMessage(clusters)
}

/**
 * Forbids a change while another binding of the account can still be assigned. KEB and its cleanup
 * job compare names of bindings, so they would assign the account through the other binding.
 */
export function requireSiblingsAside({ siblings }: ActionFacts): string | null {
  const other = siblings.find(canBeAssigned)
  if (!other) return null
  return `${other.binding.name} refers to the same account and can still be assigned. Put that binding on hold first.`
}

/**
 * Forbids bringing a binding into use while another one is dirty: its cleaner would delete the new
 * owner's resources.
 */
export function requireNoDirtySibling(facts: ActionFacts): string | null {
  const [other] = dirtySiblings(facts)
  if (!other) return null
  return `${other.binding.name} refers to the same account and is dirty. Confirm that binding clean, or put it on hold first.`
}

/**
 * Confirming an account clean includes all its dirty bindings, so one that forbids it forbids all.
 */
function requireOthersCleanable(facts: ActionFacts): string | null {
  for (const other of dirtySiblings(facts)) {
    const byState = ACTION_TABLE['confirm-clean'][stateAt(other, facts.at)]
    const reason = byState === true ? requireHoldShown({ ...facts, pooled: other }) : byState
    if (reason !== null) return `${other.binding.name} refers to the same account. ${reason}`
  }
  return null
}

/**
 * Undoing dirty includes all dirty bindings of an account: each must allow it, and they must return
 * to one global account.
 */
function requireOthersUndoable(facts: ActionFacts): string | null {
  const { tenantName } = facts.pooled.labels
  for (const other of dirtySiblings(facts)) {
    const owner = other.labels.tenantName
    if (owner !== null && tenantName !== null && owner !== tenantName) return requireNoDirtySibling(facts)
    const byState = ACTION_TABLE['undo-dirty'][stateAt(other, facts.at)]
    const its = { ...facts, pooled: other }
    const reason = byState === true ? (requireHoldShown(its) ?? requireKnownOrigin(its)) : byState
    if (reason !== null) return `${other.binding.name} refers to the same account. ${reason}`
  }
  return null
}

/**
 * A binding that waits for others may only be released from its hold if no cluster arrived since it
 * was confirmed clean, and if no other tenant owns the account through another binding.
 */
function requireNoNewOwner(facts: ActionFacts): string | null {
  if (!waitsForOthers(facts.pooled)) return null
  const { tenantName } = facts.pooled.labels
  const returned = facts.siblings.filter(each => canBeAssigned(each) || waitsForOthers(each))
  const other = returned.find(({ labels }) => labels.tenantName !== null && labels.tenantName !== tenantName)
  if (!other) return isCleanOnHold(facts.pooled) ? requireUnused(facts) : null
  return `${other.binding.name} refers to the same account and now belongs to ${other.labels.tenantName}.`
}

/**
 * Builds a guard for changes that bring a binding into use or mark it dirty, beside other bindings
 * of the account.
 */
function guardSiblings(change: (facts: ActionFacts) => BindingChange): Guard {
  return facts => {
    const { kind, labels } = applyChange(facts.pooled.binding, change(facts))
    const changed = readLabels(kind, labels)
    if (canBeAssigned({ labels: changed })) return requireNoDirtySibling(facts)
    return changed.dirty === 'true' && facts.pooled.labels.dirty !== 'true' ? requireSiblingsAside(facts) : null
  }
}

function requireNotRequested({ pooled: { binding }, at }: ActionFacts): string | null {
  return isCleanNowRequested(binding, at) ? 'Already requested: a cleaner will process this account first.' : null
}

/**
 * A shared account belongs to several tenants, so it is never cleaned, even when a label says
 * dirty.
 */
export function requireCleanable({ pooled }: ActionFacts): string | null {
  return isShared(pooled.labels) ? 'A shared account is never cleaned.' : null
}

function requireCleaner({ cleaner }: ActionFacts): string | null {
  return cleaner === undefined ? 'No cleaner is enabled.' : cleaner.refusal
}

/** Not in the state table, since a shared account may be in any state, even dirty by mistake. */
function requireNotShared({ pooled }: ActionFacts): string | null {
  return isShared(pooled.labels) ? SHARED_QUARANTINE : null
}

function requireHold({ pooled, at }: ActionFacts): string | null {
  return isHeld(pooled, at) ? null : NOT_HELD
}

/** KEB's cleanup job may remove the labels of a hold, which does not end the recorded hold. */
function requireHoldShown({ pooled, at }: ActionFacts): string | null {
  if (pooled.labels.dirty === HELD || !isHeld(pooled, at)) return null
  return 'The labels no longer show the recorded hold. Put the binding on hold again, or end the hold first.'
}

function requireReleasable({ pooled, clusters }: ActionFacts): string | null {
  const { labels, binding } = pooled
  const input = { labels, bindingName: binding.name, ownShoot: '', shoots: shootsOf(clusters), timedOut: false }
  const { outcome } = release({ ...input, otherClusters: clusters.length }, POLICY)
  return outcome === 'still-used' ? inUseMessage(clusters) : null
}

function requireCleanupAllowed({ pooled, clusters }: ActionFacts): string | null {
  const { binding, labels } = pooled
  const { kind, name, providers } = binding
  const names = shootsOf(clusters).flatMap(({ credentialsBinding, secretBinding }) => [
    credentialsBinding,
    secretBinding,
  ])
  const used = { usedNames: new Set(names.filter(each => each !== null)), clusters: clusters.length }
  const seen = { providerType: providers[0] ?? null, readableSecret: false, verifiedEmpty: true }
  const verdict = cleanup({ kind, name, labels, ...used, ...seen }, POLICY)
  return verdict === 'still-used' ? inUseMessage(clusters) : null
}

function shootsOf(clusters: ActionFacts['clusters']): readonly ReleaseShoot[] {
  return clusters.flatMap(({ shoot }) => {
    if (shoot === null) return []
    const named = (kind: BindingKind) => (shoot.binding?.kind === kind ? shoot.binding.name : null)
    return [
      { name: shoot.name, credentialsBinding: named('CredentialsBinding'), secretBinding: named('SecretBinding') },
    ]
  })
}

/** An account becomes free on evidence only: it was clean before, or its tenant owns it still. */
function requireKnownOrigin({ pooled: { binding, labels } }: ActionFacts): string | null {
  if (labels.tenantName !== null || isShared(labels) || wasCleanBefore(binding)) return null
  return 'There is no global account to return it to, and no record that it was clean.'
}

/** Builds a guard for changes that return an account to its global account. */
function guardOwner(change: (facts: ActionFacts) => BindingChange): Guard {
  return facts => {
    const { kind, labels } = applyChange(facts.pooled.binding, change(facts))
    return ownerRefusal(readLabels(kind, labels), facts)
  }
}

/** Builds a guard for changes that may free an account: no cluster may use it. */
function guardFreed(change: (facts: ActionFacts) => BindingChange): Guard {
  return facts => (frees(change, facts) ? (requireUnused(facts) ?? requireSiblingsAside(facts)) : null)
}

/** Maximum difference between the clocks that date shoots and holds. */
const CLOCK_SKEW_MS = 600_000

/**
 * Forbids ending a hold to `free` when clusters arrived during the hold. Clusters older than the
 * hold by more than the clock difference were there before. For a hold that waits for other
 * bindings, every cluster counts, since the account was dirty before.
 */
function requireNoArrivals(facts: ActionFacts): string | null {
  if (!frees(endHoldChange, facts)) return null
  const { pooled, clusters } = facts
  const began = waitsForOthers(pooled) ? Number.NaN : (stateSince(pooled.binding) ?? Number.NaN)
  const came = clusters.filter(({ shoot }) => shoot === null || !(Date.parse(shoot.createdAt) < began - CLOCK_SKEW_MS))
  return requireUnused({ ...facts, clusters: came })
}

function frees(change: (facts: ActionFacts) => BindingChange, facts: ActionFacts): boolean {
  const { kind, labels } = applyChange(facts.pooled.binding, change(facts))
  return isFree(readLabels(kind, labels))
}

function removeInternal(): BindingChange {
  return { labels: { internal: null }, annotations: {} }
}

/** Whether labels offer an account to any tenant. */
export function isFree(labels: ReturnType<typeof readLabels>): boolean {
  const { tenantName, dirty, shared, internal } = labels
  return tenantName === null && dirty === null && shared === null && internal === null
}
