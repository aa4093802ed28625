/** Something that happened, with the place in its own list it was read from. */
export interface Happened<Item, Place> {
  /** RFC 3339, UTC, to the millisecond. */
  readonly at: string
  readonly item: Item
  readonly place: Place
}

interface Merged<Item, Place> {
  readonly items: readonly Item[]
  /** How many of each list were taken, from its beginning. */
  readonly taken: readonly (Place | null)[]
  readonly more: boolean
}

/**
 * The newest `limit` of several lists as one. Each keeps its own order, so that the next page may go on in each list after the last
 * one that was taken, whatever their clocks say: nothing is lost or repeated. Of what happened at once the first list's is newest.
 */
export function newestFirst<Item, Place>(
  lists: readonly (readonly Happened<Item, Place>[])[],
  limit: number,
): Merged<Item, Place> {
  const counts = lists.map(() => 0)
  const items: Item[] = []
  const head = (list: number) => lists[list]?.[counts[list] ?? 0]
  const newest = () =>
    lists.reduce((best, _, list) => ((head(list)?.at ?? '') > (head(best)?.at ?? '') ? list : best), 0)
  for (let next = newest(); items.length < limit && head(next); next = newest()) {
    const happened = head(next)
    if (happened) items.push(happened.item)
    counts[next] = (counts[next] ?? 0) + 1
  }
  const taken = lists.map((list, index) => list[(counts[index] ?? 0) - 1]?.place ?? null)
  return { items, taken, more: lists.some((list, index) => list.length > (counts[index] ?? 0)) }
}
