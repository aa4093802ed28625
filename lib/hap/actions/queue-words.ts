import { poolName } from '../pools/pool.ts'
import { type PooledBinding, poolOf, stateAt } from '../pools/pooled-binding.ts'
import { type ActionFacts, type PoolQueue, takenSibling } from './facts.ts'
import { counted } from './words.ts'

type Head = Omit<PoolQueue, 'pool'>

/** Who gets an account that becomes free, as a sentence, where claims wait for its pool. */
export function nextInQueue(queue: Head, changed: PooledBinding, facts: ActionFacts): string {
  const pool = poolOf(changed)
  const name = pool ? poolName(pool) : 'unknown'
  const doubt = siblingDoubt(facts) ?? doubtOf(queue, facts.usableInPool)
  if (doubt !== null) return `${waitWords(queue, name)} Whether it gets the account is not certain: ${doubt}`
  const place = queue.claims === 1 ? 'the only one that waits' : `first of ${queue.claims} that wait`
  return `${queue.first}, ${place} for pool ${name}, gets it.`
}

/** The same of several accounts that become free in one pool; `usable` are those it has before. */
export function nextOfQueue(queue: Head, pool: string, usable: number): string {
  const doubt = doubtOf(queue, usable)
  const waits = waitWords(queue, pool)
  return doubt === null
    ? `${waits} It gets the first of these accounts.`
    : `${waits} Whether it gets one is not certain: ${doubt}`
}

function waitWords({ claims, first }: Head, pool: string): string {
  if (claims === 1) return `1 claim waits for pool ${pool}, of ${first}.`
  return `${claims} claims wait for pool ${pool}, first one of ${first}.`
}

/** What else the first may wait for than an account, as a clause; null where it is only that. */
function doubtOf({ aside }: Head, usable: number): string | null {
  if (aside !== null) return aside
  return usable === 0 ? null : `it waits although the pool has ${counted(usable, 'usable account')}.`
}

/** An account with a binding that is not free either is given to nobody. */
function siblingDoubt(facts: ActionFacts): string | null {
  const other = takenSibling(facts)
  return other ? `${other.binding.name} of the same account is ${stateAt(other, facts.at)}.` : null
}
