import type { Figure } from '../bench.ts'

/** The largest of some figures; one that is none is worse than any. Throws when nothing was measured. */
export function worst(figures: ReadonlyMap<string, number>): Figure {
  const [of, value] = [...figures].reduce((a, b) => (a[1] >= b[1] || Number.isNaN(a[1]) ? a : b))
  return { value, of }
}
