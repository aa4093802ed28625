import { onePerProcess } from '#lib/across-bundles.ts'
import { StoreBusyError } from '../failure/store-errors.ts'

/** Searches the database works on at once: they may take long, and what else wants a connection must not wait for all of them. */
const AT_ONCE = 2
const MOST_WAITING = 50

interface Turns {
  running: number
  /** Each is handed the turn of a search that ended. */
  readonly waiting: (() => void)[]
}

/** Does `search` once fewer than two others are at work. Throws what it throws, and StoreBusyError where too many wait already. */
export async function inTurn<Found>(search: () => Promise<Found>): Promise<Found> {
  const turns = onePerProcess('audit-search-turns', (): Turns => ({ running: 0, waiting: [] }))
  if (turns.waiting.length >= MOST_WAITING)
    throw new StoreBusyError('Too many search the audit log right now. Try again in a moment.')
  if (turns.running < AT_ONCE) turns.running++
  else await new Promise<void>(resolve => turns.waiting.push(resolve))
  try {
    return await search()
  } finally {
    const next = turns.waiting.shift()
    if (next) next()
    else turns.running--
  }
}
