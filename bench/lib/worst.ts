import type { Figure } from '../bench.ts'

/** The largest figure; NaN is worse than any number. Throws without figures. */
export function worst(figures: ReadonlyMap<string, number>): Figure {
  const [of, value] = [...figures].reduce((a, b) => (a[1] >= b[1] || Number.isNaN(a[1]) ? a : b))
  return { value, of }
}
