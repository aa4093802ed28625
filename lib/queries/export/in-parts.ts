import { setImmediate } from 'node:timers/promises'

/** Rows of a part; between two parts the server handles other requests. */
const PART = 500

let lastTurn: Promise<unknown> = Promise.resolve()

/** The items of a file, part by part. */
export async function* inParts<Item>(items: readonly Item[]): AsyncGenerator<readonly Item[]> {
  for (let from = 0; from < items.length; from += PART) {
    await ownTurn()
    yield items.slice(from, from + PART)
  }
}

/** Files that are made at once take turns: each would else have a part made before the server comes to anything else. */
function ownTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => setImmediate())
  return lastTurn
}
