import { restEnd } from '../lifecycle/cleaning-changes.ts'
import { ANNOTATIONS } from '../pools/annotations.ts'
import { poolKey, poolName } from '../pools/pool.ts'
import { isHeld, type PooledBinding, poolOf, stateAt } from '../pools/pooled-binding.ts'
import type { BindingState } from '../pools/state.ts'
import { stateSince } from '../pools/state-since.ts'
import type { Action } from './action.ts'
import { changedHold } from './changed-hold.ts'
import { type ActionFacts, dirtySiblings, takenSibling } from './facts.ts'
import { waitsForRelease } from './hold-end.ts'
import { nextInQueue } from './queue-words.ts'
import { ownerAside } from './undo.ts'
import { counted } from './words.ts'

export interface Step {
  readonly before: BindingState
  readonly after: BindingState
  /** The binding as it will be. */
  readonly changed: PooledBinding
}

/** What follows from an action, in sentences: for the account, for the next request, for its clusters. */
export function consequenceOf(action: Action, facts: ActionFacts, step: Step): readonly string[] {
  return [FATES[action](facts, step), nextRequest(facts, step), clustersStay(facts)].filter(words => words !== '')
}

type Words = (facts: ActionFacts, step: Step) => string

const CLEANED = 'It is cleaned before it is used again, and whatever is left in it is deleted.'

const RESTS =
  'It was given back less than 15 minutes ago: make sure that no cluster was promised this account meanwhile.'

const FATES: Readonly<Record<Action, Words>> = {
  release: ({ pooled }) =>
    `${tenantOf(pooled)} releases the account. ${CLEANED} It can be undone until cleaning begins.`,
  'mark-dirty': () => `${CLEANED} It can be undone until cleaning begins.`,
  'undo-dirty': (facts, { after }) => `It is not cleaned.${after === 'held' ? ` ${waitsUndone(facts)}` : ''}`,
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
    return `${word}; nothing is deleted. ${goes}This cannot be undone.${after === 'held' ? ` ${waits(facts)}` : ''}`
  },
  hold: ({ pooled, at }, { changed }) =>
    `It is not selected, and nothing in it is deleted, until ${endOf(changed)}. KEB and its cleanup job leave it alone too.${isHeld(pooled, at) ? ` ${changedHold(pooled, changed)}` : ''}`,
  unhold: (facts, { after }) => {
    const since = waitsForRelease(facts) ? `${tenantOf(facts.pooled)} gave the account back during the hold. ` : ''
    return after === 'dirty' ? `${since}${CLEANED}` : ''
  },
  quarantine: () =>
    "It is not selected, and HAP does not clean it until the quarantine is lifted; then it is dirty and is cleaned. KEB's cleanup job ignores quarantine; only a hold stops it too.",
  lift: () => CLEANED,
  'mark-internal': () => 'It is never selected and never released. KEB ignores this label and may still assign it.',
  'unmark-internal': () => '',
  repair: (_, { after, changed }) =>
    after === 'dirty' ? `It becomes dirty in pool ${poolWords(changed)}. ${CLEANED}` : '',
}

const FREE_IN_USE =
  'It is free as before. Requests here pass it over while clusters use it; KEB looks at labels only and can assign it.'

/** What the next request gets, where that changes. */
function nextRequest(facts: ActionFacts, { before, after, changed }: Step): string {
  const pool = poolWords(changed)
  if (after === before) return ''
  const taken = takenSibling(facts)
  switch (after) {
    case 'claimed':
      return `The next request of ${tenantOf(changed)} for pool ${pool} may use it again.`
    case 'free':
      if (facts.clusters.length > 0) return FREE_IN_USE
      if (facts.reached === false) return `No request here can get it: no rule leads to pool ${pool}.`
      if (facts.queue && facts.queue.pool === keyOf(changed)) return nextInQueue(facts.queue, changed, facts)
      if (taken) return besideTaken(taken, facts.at)
      return `Any global account can get it: pool ${pool} then has ${counted(facts.usableInPool + 1, 'usable account')}.`
    case 'shared':
      return `New clusters of pool ${pool} may be placed on it again.`
  }
  switch (before) {
    case 'claimed':
      return withoutOwn(facts, pool)
    case 'free':
      return `Pool ${pool} ${facts.usableInPool === 0 ? 'has no other usable account' : `still has ${counted(facts.usableInPool, 'usable account')}`}.`
    case 'shared':
      return facts.usableInPool === 0
        ? `No other account serves pool ${pool}: its next request waits.`
        : `New clusters go to the other ${counted(facts.usableInPool, 'account')} of pool ${pool}.`
    default:
      return ''
  }
}

function besideTaken(other: PooledBinding, at: number): string {
  const why = `${other.binding.name} of the same account is ${stateAt(other, at)}`
  return `It is free, but requests here pass it over while ${why}; KEB looks at one binding only and can assign it.`
}

function waits(facts: ActionFacts): string {
  const names = dirtySiblings(facts).map(({ binding }) => binding.name)
  const are = names.length === 1 ? 'is' : 'are'
  return `It stays on hold until ${names.join(' and ')} of the same account ${are} clean too.`
}

function waitsUndone(facts: ActionFacts): string {
  const owner = ownerAside(facts)
  if (owner)
    return `It stays on hold while ${owner.binding.name} of the same account belongs to ${owner.labels.tenantName}.`
  const names = dirtySiblings(facts).map(({ binding }) => binding.name)
  return `It stays on hold until ${names.join(' and ')} of the same account ${names.length === 1 ? 'is' : 'are'} no longer dirty.`
}

function withoutOwn({ pooled, peers, usableInPool }: ActionFacts, pool: string): string {
  const next = `The next request of ${tenantOf(pooled)} for pool ${pool}`
  const [peer] = peers
  if (peer) return `${next} uses ${peer.binding.name}${peers.length > 1 ? ' or another of its own' : ''}.`
  if (usableInPool === 0) return `${next} waits: the pool has no usable account.`
  return `${next} claims ${usableInPool === 1 ? 'its only usable account' : `one of its ${usableInPool} usable accounts`}.`
}

function clustersStay({ clusters }: ActionFacts): string {
  if (clusters.length === 0) return ''
  const [verb, them] = clusters.length === 1 ? ['stays', 'it is not'] : ['stay', 'none of them is']
  return `${counted(clusters.length, 'cluster')} on it ${verb} as ${clusters.length === 1 ? 'it is' : 'they are'}; ${them} deleted.`
}

function endOf({ binding }: PooledBinding): string {
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

function poolWords(pooled: PooledBinding): string {
  const pool = poolOf(pooled)
  return pool ? poolName(pool) : 'unknown'
}
