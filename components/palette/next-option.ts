const PAGE = 8

/**
 * The index that Enter selects: the chosen option, else the first match. Without a text it is -1,
 * so that Enter runs no command by accident.
 */
export function placeOf(ids: readonly string[], chosen: string | null, text: string): number {
  const place = chosen === null ? -1 : ids.indexOf(chosen)
  return place >= 0 || text.trim() === '' ? place : 0
}

/** The index that a key moves to, wrapping at the ends; `place` may be -1 (none). Null for other keys. */
export function nextOption(key: string, place: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (place + 1) % count
  if (key === 'ArrowUp') return (Math.max(0, place) - 1 + count) % count
  if (key === 'PageDown') return Math.min(count - 1, place + PAGE)
  return key === 'PageUp' ? Math.max(0, place - PAGE) : null
}
