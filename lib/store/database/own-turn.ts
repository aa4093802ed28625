import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long statements may follow each other before the event loop goes round: pages notice nothing of it yet. */
const HELD_MS = 20

let heldSince: number | null = null

/**
 * To be awaited before each statement of a database that works within this process. Returns at once unless statements have held the event
 * loop for a while, as when somebody reads page after page: then everything else has its turn first. Nobody queues here, as long work of
 * the garden's client does: an open transaction would keep the whole database waiting behind work that has nothing to do with it.
 */
export async function ownTurn(): Promise<void> {
  if (heldSince === null) {
    heldSince = performance.now()
    setImmediate(() => {
      heldSince = null
    })
    return
  }
  if (performance.now() - heldSince >= HELD_MS) await nextTurn()
}
