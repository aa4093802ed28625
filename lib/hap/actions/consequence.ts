import { restEnd } from '../lifecycle/cleaning.ts'
import { ANNOTATIONS } from '../pools/binding.ts'
import { poolKey, poolName } from '../pools/pool.ts'
import { isHeld, type PooledBinding, poolOf, stateAt } from '../pools/pooled-binding.ts'
import { type BindingState, stateSince } from '../pools/state.ts'
import { countNoun } from '../text.ts'
import type { Action } from './action.ts'
import { type ActionFacts, dirtySiblings, type PoolQueue, siblingInUse } from './facts.ts'
import { isReleasePending, ownedHeldSibling } from './previous-state.ts'

interface Step {
  readonly before: BindingState
  readonly after: BindingState
  /** The binding after the action. */
  readonly changed: PooledBinding
}

/**
 * Lists the consequences of an action as sentences: for the account, the next request, and its
 * clusters.
 */
export function consequenceOf(action: Action, facts: ActionFacts, step: Step): readonly string[] {
  return [CONSEQUENCES[action](facts, step), nextRequest(facts, step), describeClusters(facts)].filter(
    words => words !== '',
  )
}

type Describe = (facts: ActionFacts, step: Step) => string

const CLEANED = 'The account will be cleaned before reuse, and everything in it deleted.'

const RESTS =
  'It was released less than 15 minutes ago: make sure that no cluster has been promised this account since then.'

const CONSEQUENCES: Readonly<Record<Action, Describe>> = {
  release: ({ pooled }) =>
    `${tenantOf(pooled)} gives up this account. ${CLEANED} You can undo this until cleaning starts.`,
  'mark-dirty': () => `${CLEANED} You can undo this until cleaning starts.`,
  'undo-dirty': (facts, { after }) =>
    `The account will not be cleaned.${after === 'held' ? ` ${describeUndoneWait(facts)}` : ''}`,
  'start-cleaning': ({ pooled, at, cleaner }, { before }) => {
    const looks = cleaner?.deletes
      ? 'A cleaner will process this account first and delete what clusters left in it.'
      : 'A cleaner will process this account first and report what it would delete. Deleting is off, so nothing will be deleted.'
    return before === 'dirty' && restEnd(stateSince(pooled.binding)) > at ? `${looks} ${RESTS}` : looks
  },
  'confirm-clean': (facts, { after }) => {
    const { tenantName } = facts.pooled.labels
    const freed = after === 'held' ? '' : ' It becomes free.'
    const label = tenantName === null ? '' : ` The tenant label (${tenantName}) is removed.`
    return `You confirm that this account is empty.${freed}${label} Nothing is deleted. This cannot be undone.${after === 'held' ? ` ${describeWait(facts)}` : ''}`
  },
  hold: ({ pooled, at }, { changed }) =>
    `Until ${formatHoldEnd(changed)}, the account will not be assigned and nothing in it will be deleted, neither here nor by KEB and its cleanup job.${isHeld(pooled, at) ? ` ${describeHoldChange(pooled, changed)}` : ''}`,
  unhold: (facts, { after }) => {
    const since = isReleasePending(facts) ? `${tenantOf(facts.pooled)} released the account during the hold. ` : ''
    return after === 'dirty' ? `${since}${CLEANED}` : ''
  },
  quarantine: () =>
    "The account will be neither assigned nor cleaned by HAP until the quarantine is lifted; it will then be cleaned. KEB's cleanup job ignores quarantine – use Hold to stop it as well.",
  lift: () => CLEANED,
  'mark-internal': () =>
    'It will never be assigned or released. KEB ignores this label and may still assign the account.',
  'unmark-internal': () => '',
  repair: (_, { after, changed }) =>
    after === 'dirty' ? `It will be dirty in pool ${poolLabel(changed)}. ${CLEANED}` : '',
}

const FREE_IN_USE =
  'The account stays free. This console skips it while clusters use it; KEB checks labels only and can assign it.'

/** Effect on the next request; empty when the action does not change it. */
function nextRequest(facts: ActionFacts, { before, after, changed }: Step): string {
  const pool = poolLabel(changed)
  if (after === before) return ''
  const taken = siblingInUse(facts)
  switch (after) {
    case 'claimed':
      return `${tenantOf(changed)} can use it again with its next request for pool ${pool}.`
    case 'free':
      if (facts.clusters.length > 0) return FREE_IN_USE
      if (facts.reached === false) return `No request can be assigned to it: no rule selects pool ${pool}.`
      if (facts.queue && facts.queue.pool === keyOf(changed)) return describeNextClaim(facts.queue, changed, facts)
      if (taken) return describeSiblingInUse(taken, facts.at)
      return `Any global account can then claim it; pool ${pool} will have ${countNoun(facts.usableInPool + 1, 'usable account')}.`
    case 'shared':
      return `New clusters of pool ${pool} can be placed on it again.`
  }
  if (facts.reached === false && (before === 'free' || before === 'shared'))
    return `No rule selects pool ${pool}, so no request uses its accounts.`
  switch (before) {
    case 'claimed':
      return nextRequestOfOwner(facts, pool)
    case 'free':
      return `Pool ${pool} ${facts.usableInPool === 0 ? 'will have no other usable account' : `will still have ${countNoun(facts.usableInPool, 'usable account')}`}.`
    case 'shared':
      return facts.usableInPool === 0
        ? `No other account serves pool ${pool}; its next request will wait.`
        : `New clusters will be placed on the other ${countNoun(facts.usableInPool, 'account')} of pool ${pool}.`
    default:
      return ''
  }
}

function describeSiblingInUse(other: PooledBinding, at: number): string {
  const why = `${other.binding.name} of the same account is ${stateAt(other, at)}`
  return `The account will be free, but this console skips it while ${why}; KEB checks one binding only and can assign it.`
}

function describeWait(facts: ActionFacts): string {
  const names = dirtySiblings(facts).map(({ binding }) => binding.name)
  const are = names.length === 1 ? 'is' : 'are'
  return `It will stay on hold until ${names.join(' and ')} of the same account ${are} clean too.`
}

function describeUndoneWait(facts: ActionFacts): string {
  const owner = ownedHeldSibling(facts)
  if (owner)
    return `It will stay on hold while ${owner.binding.name} of the same account belongs to ${owner.labels.tenantName}.`
  const names = dirtySiblings(facts).map(({ binding }) => binding.name)
  return `It will stay on hold until ${names.join(' and ')} of the same account ${names.length === 1 ? 'is' : 'are'} no longer dirty.`
}

function nextRequestOfOwner({ pooled, peers, usableInPool }: ActionFacts, pool: string): string {
  const next = `The next request of ${tenantOf(pooled)} for pool ${pool} will`
  const [peer] = peers
  if (peer) return `${next} reuse ${peer.binding.name}${peers.length > 1 ? ' or another account it owns' : ''}.`
  if (usableInPool === 0) return `${next} wait: the pool has no usable account.`
  return `${next} claim ${usableInPool === 1 ? "the pool's only usable account" : `one of the pool's ${usableInPool} usable accounts`}.`
}

function describeClusters({ clusters }: ActionFacts): string {
  if (clusters.length === 0) return ''
  return clusters.length === 1 ? 'Its cluster is not affected.' : `Its ${clusters.length} clusters are not affected.`
}

function formatHoldEnd({ binding }: PooledBinding): string {
  const until = binding.annotations[ANNOTATIONS.holdUntil]
  return until ? until.replace('T', ' ').replace('Z', ' UTC') : 'the hold is ended'
}

function tenantOf({ labels }: PooledBinding): string {
  return labels.tenantName ?? 'the global account'
}

function keyOf(pooled: PooledBinding): string | null {
  const pool = poolOf(pooled)
  return pool && poolKey(pool)
}

function poolLabel(pooled: PooledBinding): string {
  const pool = poolOf(pooled)
  return pool ? poolName(pool) : 'unknown'
}

type WithHold = Pick<PooledBinding, 'binding' | 'holdEnd'>

/** Describes how a new hold changes an existing one. */
export function describeHoldChange(before: WithHold, after: WithHold): string {
  const reason = before.binding.annotations[ANNOTATIONS.hold]
  const goes = reason ? ` The new reason replaces “${reason}”.` : ''
  return `${describeShift(before.holdEnd, after.holdEnd)}${goes}`
}

/** `Infinity` is a hold without an end. */
function describeShift(before: number | null, after: number | null): string {
  const [was, is] = [before ?? Number.POSITIVE_INFINITY, after ?? Number.POSITIVE_INFINITY]
  if (was === is) return 'The end stays the same.'
  if (is === Number.POSITIVE_INFINITY) return 'The hold will no longer end automatically.'
  if (was === Number.POSITIVE_INFINITY) return 'The hold will now end automatically.'
  return `The hold will end ${formatDuration(Math.abs(is - was))} ${is < was ? 'earlier' : 'later'}.`
}

const MINUTE = 60_000

/** Formats a duration in the largest unit with a count above one. */
function formatDuration(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE))
  if (minutes < 120) return countNoun(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 48 ? countNoun(hours, 'hour') : countNoun(Math.round(hours / 24), 'day')
}

type Head = Omit<PoolQueue, 'pool'>

/** Names the waiting claim that gets an account which becomes free. */
function describeNextClaim(queue: Head, changed: PooledBinding, facts: ActionFacts): string {
  const pool = poolOf(changed)
  const name = pool ? poolName(pool) : 'unknown'
  const doubt = siblingDoubt(facts) ?? queueDoubt(queue, facts.usableInPool)
  if (doubt !== null) return `${describeQueue(queue, name)} It may not get the account: ${doubt}`
  const place = queue.claims === 1 ? 'the only waiting claim' : `the first of ${queue.claims} waiting claims`
  return `${queue.first}, ${place} for pool ${name}, will get it.`
}

/**
 * Names the waiting claim that is first for several accounts which become free in one pool;
 * `usable` counts the usable accounts before.
 */
export function describeFirstClaim(queue: Head, pool: string, usable: number): string {
  const doubt = queueDoubt(queue, usable)
  const waits = describeQueue(queue, pool)
  return doubt === null ? `${waits} It will get the first of these accounts.` : `${waits} It may not get one: ${doubt}`
}

function describeQueue({ claims, first }: Head, pool: string): string {
  if (claims === 1) return `1 claim is waiting for pool ${pool}, from ${first}.`
  return `${claims} claims are waiting for pool ${pool}, the first from ${first}.`
}

/**
 * What the first claim may wait for beside an account, as a clause; null when only for an account.
 */
function queueDoubt({ aside }: Head, usable: number): string | null {
  if (aside !== null) return aside
  return usable === 0 ? null : `it is waiting although the pool has ${countNoun(usable, 'usable account')}.`
}

/** A claim never selects an account with another binding that is not free. */
function siblingDoubt(facts: ActionFacts): string | null {
  const other = siblingInUse(facts)
  return other ? `${other.binding.name} of the same account is ${stateAt(other, facts.at)}.` : null
}
