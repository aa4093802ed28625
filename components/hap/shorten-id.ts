const HEAD = 8
const TAIL = 4

/**
 * Shortens an id in the middle: `8b9a6f1e…e0a3`. Leaves texts unchanged that would hardly get
 * shorter.
 */
export function shortenId(id: string): string {
  return id.length <= HEAD + TAIL + 4 ? id : `${id.slice(0, HEAD)}…${id.slice(-TAIL)}`
}
