/** Where an item stands in a sorted list, or where it would have to be put. */
export function placeOf<Item>(sorted: readonly Item[], item: Item, compare: (a: Item, b: Item) => number): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const there = sorted[middle]
    if (there !== undefined && compare(there, item) < 0) from = middle + 1
    else to = middle
  }
  return from
}
