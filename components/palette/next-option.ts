const PAGE = 8

/**
 * The index that Enter selects: the chosen option, else the first match. Without a text it is -1,
 * so that Enter runs no command by accident.
 */
export function placeOf(ids: readonly string[], chosen: string | null, text: string): number {
  const place = chosen === null ? -1 : ids.indexOf(chosen)
  return place >= 0 || text.trim() === '' ? place : 0
}

/** Where a key leads in a list of options, from one end round to the other, also from none of them (-1); null for a key that leads nowhere. */
export function nextOption(key: string, place: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (place + 1) % count
  if (key === 'ArrowUp') return (Math.max(0, place) - 1 + count) % count
  if (key === 'PageDown') return Math.min(count - 1, place + PAGE)
  return key === 'PageUp' ? Math.max(0, place - PAGE) : null
}
