import { setImmediate } from 'node:timers/promises'

/** Rows that are made at once; between two parts the server does what else it has to do. */
const PART = 500

let lastTurn: Promise<unknown> = Promise.resolve()

/** The rows of a file, made part by part. */
export async function* inParts<Item, Row>(
  items: readonly Item[],
  toRow: (item: Item) => Row,
): AsyncGenerator<readonly Row[]> {
  for (let from = 0; from < items.length; from += PART) {
    await ownTurn()
    yield items.slice(from, from + PART).map(toRow)
  }
}

/** Files that are made at once take turns: each would else have a part made before the server comes to anything else. */
function ownTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => setImmediate())
  return lastTurn
}
