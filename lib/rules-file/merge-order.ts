/**
 * The order of what three lists of names leave: mine where I moved something, else theirs; what only the other one has stands behind what
 * it stands behind there. `kept`: the names that stay.
 */
export function mergeOrder(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
  kept: ReadonlySet<string>,
): readonly string[] {
  const [lead, other] = movedSince(base, mine) ? [mine, theirs] : [theirs, mine]
  const order = lead.filter(name => kept.has(name))
  const placed = new Set(order)
  for (const [place, name] of other.entries()) {
    if (!kept.has(name) || placed.has(name)) continue
    const neighbour = other.slice(0, place).findLast(one => placed.has(one))
    order.splice(neighbour === undefined ? 0 : order.indexOf(neighbour) + 1, 0, name)
    placed.add(name)
  }
  return order
}

/** Whether what both have stands in another order. */
function movedSince(base: readonly string[], now: readonly string[]): boolean {
  const [before, after] = [new Set(base), new Set(now)]
  const left = base.filter(name => after.has(name))
  return now.filter(name => before.has(name)).some((name, place) => name !== left[place])
}
