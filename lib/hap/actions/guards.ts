import { inUse } from '../lifecycle/account-clusters.ts'
import { applyChange, type BindingChange } from '../lifecycle/change.ts'
import { isAskedToClean, isCleanedAside, waitsForOthers, wasCleanBefore } from '../lifecycle/cleaning.ts'
import { cleanup, type ReleaseShoot, release } from '../lifecycle/release.ts'
import type { BindingKind } from '../pools/binding.ts'
import { HELD, isShared, readLabels } from '../pools/labels.ts'
import { isHeld, stateAt } from '../pools/pooled-binding.ts'
import { stateSince } from '../pools/state.ts'
import { policyOf } from '../semantics.ts'
import type { Action } from './action.ts'
import { type ActionFacts, canBeHandedOut, dirtySiblings } from './facts.ts'
import { holdEnd, onlyAccountOf, onlyIfOwned, undone } from './previous-state.ts'
import { ACTION_TABLE, NOT_HELD, SHARED_QUARANTINE } from './state-table.ts'

/** Why the facts beside the state forbid an action, as a sentence; null when they do not. */
type Guard = (facts: ActionFacts) => string | null

/** What a person does by hand follows the documents, whichever semantics the landscape is predicted with. */
const POLICY = policyOf('documented')

/** What clusters and other bindings forbid, action by action. */
export const GUARDS: Readonly<Record<Action, readonly Guard[]>> = {
  release: [released, siblingsAside],
  'mark-dirty': [unused, siblingsAside],
  'undo-dirty': [
    holdShown,
    knownOrigin,
    facts => onlyAccountOf(facts.pooled.labels.tenantName ?? '', facts),
    ifFreed(undone),
    othersUndoable,
  ],
  'start-cleaning': [cleanedAtAll, holdShown, notAskedYet, cleanerTakes],
  'confirm-clean': [holdShown, cleanedUp, siblingsAside, othersCleanable],
  hold: [],
  unhold: [holdNoted, waitedFor, nobodyCame, ownedAgain(holdEnd), besideSiblings(holdEnd)],
  quarantine: [notShared, holdShown, unused, siblingsAside],
  lift: [holdShown],
  'mark-internal': [],
  'unmark-internal': [ifFreed(withoutInternal), ownedAgain(withoutInternal), besideSiblings(withoutInternal)],
  repair: [],
}

export function unused({ clusters }: ActionFacts): string | null {
  return clusters.length === 0 ? null : inUse(clusters)
}

/**
 * Two bindings of one account are invisible to KEB and its cleanup job, which compare names: what happens to the account by
 * way of one must not meet a tenant who gets it by way of the other.
 */
export function siblingsAside({ siblings }: ActionFacts): string | null {
  const other = siblings.find(canBeHandedOut)
  if (!other) return null
  return `${other.binding.name} refers to the same account and can still be assigned. Put that one on hold first.`
}

/** The same the other way round: whoever cleans the account by way of the dirty one cleans what was given out by way of this. */
export function noDirtySibling(facts: ActionFacts): string | null {
  const [other] = dirtySiblings(facts)
  if (!other) return null
  return `${other.binding.name} refers to the same account and is dirty. Confirm that one clean, or put it on hold first.`
}

/** Of an account that is called empty every dirty binding is clean; what speaks against it at one of them speaks against all. */
function othersCleanable(facts: ActionFacts): string | null {
  for (const other of dirtySiblings(facts)) {
    const byState = ACTION_TABLE['confirm-clean'][stateAt(other, facts.at)]
    const reason = byState === true ? holdShown({ ...facts, pooled: other }) : byState
    if (reason !== null) return `${other.binding.name} refers to the same account. ${reason}`
  }
  return null
}

/** Dirty bindings of an account go back together: then each of them may, and to one global account. */
function othersUndoable(facts: ActionFacts): string | null {
  const { tenantName } = facts.pooled.labels
  for (const other of dirtySiblings(facts)) {
    const owner = other.labels.tenantName
    if (owner !== null && tenantName !== null && owner !== tenantName) return noDirtySibling(facts)
    const byState = ACTION_TABLE['undo-dirty'][stateAt(other, facts.at)]
    const its = { ...facts, pooled: other }
    const reason = byState === true ? (holdShown(its) ?? knownOrigin(its)) : byState
    if (reason !== null) return `${other.binding.name} refers to the same account. ${reason}`
  }
  return null
}

/** Nobody may have come to the account since it was called clean; a hold of other reason gives back what was there before. */
function waitedFor(facts: ActionFacts): string | null {
  if (!waitsForOthers(facts.pooled)) return null
  const { tenantName } = facts.pooled.labels
  const returned = facts.siblings.filter(each => canBeHandedOut(each) || waitsForOthers(each))
  const other = returned.find(({ labels }) => labels.tenantName !== null && labels.tenantName !== tenantName)
  if (!other) return isCleanedAside(facts.pooled) ? unused(facts) : null
  return `${other.binding.name} refers to the same account and now belongs to ${other.labels.tenantName}.`
}

/** Guards of a binding that a change would bring back into use, or make dirty again. */
function besideSiblings(change: (facts: ActionFacts) => BindingChange): Guard {
  return facts => {
    const { kind, labels } = applyChange(facts.pooled.binding, change(facts))
    const changed = readLabels(kind, labels)
    if (canBeHandedOut({ labels: changed })) return noDirtySibling(facts)
    return changed.dirty === 'true' && facts.pooled.labels.dirty !== 'true' ? siblingsAside(facts) : null
  }
}

function notAskedYet({ pooled: { binding }, at }: ActionFacts): string | null {
  return isAskedToClean(binding, at) ? 'Somebody asked for that already: a cleaner takes it before all others.' : null
}

/** What is shared is never anybody's own to clean, whatever its labels say by mistake. */
export function cleanedAtAll({ pooled }: ActionFacts): string | null {
  return isShared(pooled.labels) ? 'A shared account is never cleaned.' : null
}

function cleanerTakes({ cleaner }: ActionFacts): string | null {
  return cleaner === undefined ? 'No cleaner is on.' : cleaner.obstacle
}

/** In no state: a shared account may be dirty by mistake. */
function notShared({ pooled }: ActionFacts): string | null {
  return isShared(pooled.labels) ? SHARED_QUARANTINE : null
}

function holdNoted({ pooled, at }: ActionFacts): string | null {
  return isHeld(pooled, at) ? null : NOT_HELD
}

/** Somebody else may take the labels of a hold off, as KEB's cleanup job does at its end; the hold was not meant to go. */
function holdShown({ pooled, at }: ActionFacts): string | null {
  if (pooled.labels.dirty === HELD || !isHeld(pooled, at)) return null
  return 'A hold is recorded that its labels no longer show. Hold it again, or end the hold first.'
}

function released({ pooled, clusters }: ActionFacts): string | null {
  const { labels, binding } = pooled
  const input = { labels, bindingName: binding.name, ownShoot: '', shoots: shootsOf(clusters), timedOut: false }
  const { outcome } = release({ ...input, otherClusters: clusters.length }, POLICY)
  return outcome === 'still-used' ? inUse(clusters) : null
}

function cleanedUp({ pooled, clusters }: ActionFacts): string | null {
  const { binding, labels } = pooled
  const { kind, name, providers } = binding
  const names = shootsOf(clusters).flatMap(({ credentialsBinding, secretBinding }) => [
    credentialsBinding,
    secretBinding,
  ])
  const used = { usedNames: new Set(names.filter(each => each !== null)), clusters: clusters.length }
  const seen = { providerType: providers[0] ?? null, readableSecret: false, verifiedEmpty: true }
  const verdict = cleanup({ kind, name, labels, ...used, ...seen }, POLICY)
  return verdict === 'still-used' ? inUse(clusters) : null
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

/** An account becomes free on evidence only: that it was clean, or that its tenant still has it. */
function knownOrigin({ pooled: { binding, labels } }: ActionFacts): string | null {
  if (labels.tenantName !== null || isShared(labels) || wasCleanBefore(binding)) return null
  return 'It names no global account to return to, and nothing shows that it was clean.'
}

/** Guards of an account that a change would offer to its global account again. */
function ownedAgain(change: (facts: ActionFacts) => BindingChange): Guard {
  return facts => {
    const { kind, labels } = applyChange(facts.pooled.binding, change(facts))
    return onlyIfOwned(readLabels(kind, labels), facts)
  }
}

/** Guards of an account that a change would make free: nobody may be on it. */
function ifFreed(change: (facts: ActionFacts) => BindingChange): Guard {
  return facts => (frees(change, facts) ? (unused(facts) ?? siblingsAside(facts)) : null)
}

/** How far the clock that dates clusters may be from the one that dated a hold. */
const CLOCKS_APART_MS = 600_000

/**
 * The same of one that was free before: what there was on it and beside it is as it was. A cluster as old as the hold, by clocks
 * that differ, may be one that came. Of a hold that only waits for others the beginning tells nothing, since the account was
 * dirty until then.
 */
function nobodyCame(facts: ActionFacts): string | null {
  if (!frees(holdEnd, facts)) return null
  const { pooled, clusters } = facts
  const began = waitsForOthers(pooled) ? Number.NaN : (stateSince(pooled.binding) ?? Number.NaN)
  const came = clusters.filter(
    ({ shoot }) => shoot === null || !(Date.parse(shoot.createdAt) < began - CLOCKS_APART_MS),
  )
  return unused({ ...facts, clusters: came })
}

function frees(change: (facts: ActionFacts) => BindingChange, facts: ActionFacts): boolean {
  const { kind, labels } = applyChange(facts.pooled.binding, change(facts))
  return isFree(readLabels(kind, labels))
}

function withoutInternal(): BindingChange {
  return { labels: { internal: null }, annotations: {} }
}

/** Whether labels offer an account to any tenant. */
export function isFree(labels: ReturnType<typeof readLabels>): boolean {
  const { tenantName, dirty, shared, internal } = labels
  return tenantName === null && dirty === null && shared === null && internal === null
}
