import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds of work in a row that nobody notices. */
const SHARE = 2

let since = Number.NEGATIVE_INFINITY
let queue = Promise.resolve()

/**
 * To be awaited between the pieces of long work. While the present share of time lasts it returns at once; after that the
 * event loop goes round first, and everybody who waits gets a round of his own. One state for the process, as there is one
 * event loop.
 */
export async function yieldTurn(): Promise<void> {
  if (performance.now() - since < SHARE) return
  queue = queue.then(async () => {
    await nextTurn()
    since = performance.now()
  })
  await queue
}
