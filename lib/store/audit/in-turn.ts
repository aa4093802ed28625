import { onePerProcess } from '#lib/across-bundles.ts'
import { Limiter } from '#lib/util/concurrency.ts'
import { StoreBusyError } from '../failure/store-errors.ts'

/** Searches the database works on at once: they may take long, and what else wants a connection must not wait for all of them. */
const AT_ONCE = 2
const MOST_WAITING = 50

/** Does `search` once fewer than two others are at work. Throws what it throws, and StoreBusyError where too many wait already. */
export async function inTurn<Found>(search: () => Promise<Found>): Promise<Found> {
  const turns = onePerProcess('audit-search-turns', () => new Limiter(AT_ONCE))
  if (turns.waiting >= MOST_WAITING)
    throw new StoreBusyError('Too many search the audit log right now. Try again in a moment.')
  return turns.run(search)
}
