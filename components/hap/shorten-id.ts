const HEAD = 8
const TAIL = 4

/** `8b9a6f1e-4c0d-4e52-9f6a-2d7b1c55e0a3` as `8b9a6f1e…e0a3`; a text that would hardly get shorter stays. */
export function shortenId(id: string): string {
  return id.length <= HEAD + TAIL + 4 ? id : `${id.slice(0, HEAD)}…${id.slice(-TAIL)}`
}
