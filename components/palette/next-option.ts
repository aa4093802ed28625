const PAGE = 8

/** Where a key leads in a list of options, from one end round to the other; null for a key that leads nowhere. */
export function nextOption(key: string, place: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (place + 1) % count
  if (key === 'ArrowUp') return (place - 1 + count) % count
  if (key === 'PageDown') return Math.min(count - 1, place + PAGE)
  return key === 'PageUp' ? Math.max(0, place - PAGE) : null
}
