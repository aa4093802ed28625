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

const CLEANED = 'It is cleaned before it is used again, and whatever is left in it is deleted.'

const RESTS =
  'It was given back less than 15 minutes ago: make sure that no cluster was promised this account meanwhile.'

const CONSEQUENCES: Readonly<Record<Action, Describe>> = {
  release: ({ pooled }) =>
    `${tenantOf(pooled)} releases the account. ${CLEANED} It can be undone until cleaning begins.`,
  'mark-dirty': () => `${CLEANED} It can be undone until cleaning begins.`,
  'undo-dirty': (facts, { after }) => `It is not cleaned.${after === 'held' ? ` ${describeUndoneWait(facts)}` : ''}`,
  'start-cleaning': ({ pooled, at, cleaner }, { before }) => {
    const looks = cleaner?.deletes
      ? 'A cleaner takes it before all others and deletes what clusters left in it.'
      : 'A cleaner takes it before all others and notes what it would delete. Deleting is off, so nothing is deleted.'
    return before === 'dirty' && restEnd(stateSince(pooled.binding)) > at ? `${looks} ${RESTS}` : looks
  },
  'confirm-clean': (facts, { after }) => {
    const { pooled } = facts
    const goes = pooled.labels.tenantName === null ? '' : `The label of ${tenantOf(pooled)} is removed. `
    const word =
      after === 'held' ? 'It counts as clean because you confirm it' : 'It becomes free because you confirm it'
    return `${word}; nothing is deleted. ${goes}This cannot be undone.${after === 'held' ? ` ${describeWait(facts)}` : ''}`
  },
  hold: ({ pooled, at }, { changed }) =>
    `It is not selected, and nothing in it is deleted, until ${formatHoldEnd(changed)}. KEB and its cleanup job leave it alone too.${isHeld(pooled, at) ? ` ${describeHoldChange(pooled, changed)}` : ''}`,
  unhold: (facts, { after }) => {
    const since = isReleasePending(facts) ? `${tenantOf(facts.pooled)} gave the account back during the hold. ` : ''
    return after === 'dirty' ? `${since}${CLEANED}` : ''
  },
  quarantine: () =>
    "It is not selected, and HAP does not clean it until the quarantine is lifted; then it is dirty and is cleaned. KEB's cleanup job ignores quarantine; only a hold stops it too.",
  lift: () => CLEANED,
  'mark-internal': () => 'It is never selected and never released. KEB ignores this label and may still assign it.',
  'unmark-internal': () => '',
  repair: (_, { after, changed }) =>
    after === 'dirty' ? `It becomes dirty in pool ${poolLabel(changed)}. ${CLEANED}` : '',
}

const FREE_IN_USE =
  'It is free as before. Requests here pass it over while clusters use it; KEB looks at labels only and can assign it.'

/** Effect on the next request; empty when the action does not change it. */
function nextRequest(facts: ActionFacts, { before, after, changed }: Step): string {
  const pool = poolLabel(changed)
  if (after === before) return ''
  const taken = siblingInUse(facts)
  switch (after) {
    case 'claimed':
      return `The next request of ${tenantOf(changed)} for pool ${pool} may use it again.`
    case 'free':
      if (facts.clusters.length > 0) return FREE_IN_USE
      if (facts.reached === false) return `No request here can get it: no rule leads to pool ${pool}.`
      if (facts.queue && facts.queue.pool === keyOf(changed)) return describeNextClaim(facts.queue, changed, facts)
      if (taken) return describeSiblingInUse(taken, facts.at)
      return `Any global account can get it: pool ${pool} then has ${countNoun(facts.usableInPool + 1, 'usable account')}.`
    case 'shared':
      return `New clusters of pool ${pool} may be placed on it again.`
  }
  switch (before) {
    case 'claimed':
      return nextRequestOfOwner(facts, pool)
    case 'free':
      return `Pool ${pool} ${facts.usableInPool === 0 ? 'has no other usable account' : `still has ${countNoun(facts.usableInPool, 'usable account')}`}.`
    case 'shared':
      return facts.usableInPool === 0
        ? `No other account serves pool ${pool}: its next request waits.`
        : `New clusters go to the other ${countNoun(facts.usableInPool, 'account')} of pool ${pool}.`
    default:
      return ''
  }
}

function describeSiblingInUse(other: PooledBinding, at: number): string {
  const why = `${other.binding.name} of the same account is ${stateAt(other, at)}`
  return `It is free, but requests here pass it over while ${why}; KEB looks at one binding only and can assign it.`
}

function describeWait(facts: ActionFacts): string {
  const names = dirtySiblings(facts).map(({ binding }) => binding.name)
  const are = names.length === 1 ? 'is' : 'are'
  return `It stays on hold until ${names.join(' and ')} of the same account ${are} clean too.`
}

function describeUndoneWait(facts: ActionFacts): string {
  const owner = ownedHeldSibling(facts)
  if (owner)
    return `It stays on hold while ${owner.binding.name} of the same account belongs to ${owner.labels.tenantName}.`
  const names = dirtySiblings(facts).map(({ binding }) => binding.name)
  return `It stays on hold until ${names.join(' and ')} of the same account ${names.length === 1 ? 'is' : 'are'} no longer dirty.`
}

function nextRequestOfOwner({ pooled, peers, usableInPool }: ActionFacts, pool: string): string {
  const next = `The next request of ${tenantOf(pooled)} for pool ${pool}`
  const [peer] = peers
  if (peer) return `${next} uses ${peer.binding.name}${peers.length > 1 ? ' or another of its own' : ''}.`
  if (usableInPool === 0) return `${next} waits: the pool has no usable account.`
  return `${next} claims ${usableInPool === 1 ? 'its only usable account' : `one of its ${usableInPool} usable accounts`}.`
}

function describeClusters({ clusters }: ActionFacts): string {
  if (clusters.length === 0) return ''
  const [verb, them] = clusters.length === 1 ? ['stays', 'it is not'] : ['stay', 'none of them is']
  return `${countNoun(clusters.length, 'cluster')} on it ${verb} as ${clusters.length === 1 ? 'it is' : 'they are'}; ${them} deleted.`
}

function formatHoldEnd({ binding }: PooledBinding): string {
  const until = binding.annotations[ANNOTATIONS.holdUntil]
  return until ? until.replace('T', ' ').replace('Z', ' UTC') : 'someone ends the hold'
}

function tenantOf({ labels }: PooledBinding): string {
  return labels.tenantName ?? 'its global account'
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
  const goes = reason ? ` The reason given now takes the place of “${reason}”.` : ''
  return `${describeShift(before.holdEnd, after.holdEnd)}${goes}`
}

/** `Infinity` is a hold without an end. */
function describeShift(before: number | null, after: number | null): string {
  const [was, is] = [before ?? Number.POSITIVE_INFINITY, after ?? Number.POSITIVE_INFINITY]
  if (was === is) return 'The hold ends as before.'
  if (is === Number.POSITIVE_INFINITY) return 'The hold then no longer ends by itself.'
  if (was === Number.POSITIVE_INFINITY) return 'The hold then ends by itself, which it did not before.'
  return `The hold ends ${formatDuration(Math.abs(is - was))} ${is < was ? 'sooner' : 'later'}.`
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
  if (doubt !== null) return `${describeQueue(queue, name)} Whether it gets the account is not certain: ${doubt}`
  const place = queue.claims === 1 ? 'the only one that waits' : `first of ${queue.claims} that wait`
  return `${queue.first}, ${place} for pool ${name}, gets it.`
}

/**
 * Names the waiting claim that is first for several accounts which become free in one pool;
 * `usable` counts the usable accounts before.
 */
export function describeFirstClaim(queue: Head, pool: string, usable: number): string {
  const doubt = queueDoubt(queue, usable)
  const waits = describeQueue(queue, pool)
  return doubt === null
    ? `${waits} It gets the first of these accounts.`
    : `${waits} Whether it gets one is not certain: ${doubt}`
}

function describeQueue({ claims, first }: Head, pool: string): string {
  if (claims === 1) return `1 claim waits for pool ${pool}, of ${first}.`
  return `${claims} claims wait for pool ${pool}, first one of ${first}.`
}

/**
 * What the first claim may wait for beside an account, as a clause; null when only for an account.
 */
function queueDoubt({ aside }: Head, usable: number): string | null {
  if (aside !== null) return aside
  return usable === 0 ? null : `it waits although the pool has ${countNoun(usable, 'usable account')}.`
}

/** A claim never selects an account with another binding that is not free. */
function siblingDoubt(facts: ActionFacts): string | null {
  const other = siblingInUse(facts)
  return other ? `${other.binding.name} of the same account is ${stateAt(other, facts.at)}.` : null
}
