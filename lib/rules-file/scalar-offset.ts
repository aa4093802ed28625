import type { Scalar } from 'yaml'

/** Where a character of a scalar's value stands in the source: its offset, as near as quoting and folding allow. */
export function scalarOffset(scalar: Scalar, source: string, index: number): number {
  const [start, end] = scalar.range ?? [0, 0]
  const value = typeof scalar.value === 'string' ? scalar.value : ''
  const raw = source.slice(start, end)
  const quoted = scalar.type === 'QUOTE_DOUBLE' || scalar.type === 'QUOTE_SINGLE'
  if (quoted && raw.slice(1, -1) === value) return start + 1 + index
  if (raw === value) return start + index
  return start + align(raw, value, index)
}

/** Walks along both texts, skipping what the value does not have: escapes, line breaks, indentation, block headers. */
function align(raw: string, value: string, index: number): number {
  let at = -1
  for (let place = 0; place <= index && place < value.length; place++) {
    const char = value.charAt(place)
    const next = /\s/.test(char) ? indexOfSpace(raw, at + 1) : raw.indexOf(char, at + 1)
    if (next !== -1) at = next
  }
  return index < value.length ? Math.max(0, at) : Math.min(raw.length, at + 1)
}

function indexOfSpace(raw: string, from: number): number {
  const found = raw.slice(from).search(/\s/)
  return found === -1 ? -1 : from + found
}
