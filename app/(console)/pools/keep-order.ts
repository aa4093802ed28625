/** Sorts the keys of `now` in their previous order; a new key follows its predecessor in `now`. */
export function keepOrder(before: readonly string[], now: readonly string[]): readonly string[] {
  const present = new Set(now)
  const order = before.filter(key => present.has(key))
  const known = new Set(order)
  now.forEach((key, index) => {
    if (known.has(key)) return
    const previous = now[index - 1]
    order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, key)
  })
  return order
}
