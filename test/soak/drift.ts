/** A value with its time in milliseconds. */
interface Point {
  readonly at: number
  readonly value: number
}

/** Number of intervals whose medians replace the points, so that a single garbage collection does not matter. */
const STRETCHES = 240

/**
 * Growth of a figure from the first point to the last, as a share of its median: the median slope of all pairs of points
 * (Theil and Sen) times the time between first and last. 0 for fewer than two points.
 */
export function drift(points: readonly Point[]): number {
  const few = stretches(points)
  const slopes = few.flatMap((one, n) =>
    few.slice(n + 1).flatMap(other => (other.at === one.at ? [] : (other.value - one.value) / (other.at - one.at))),
  )
  const middle = median(points.map(({ value }) => value))
  const span = (points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0)
  return slopes.length === 0 || middle === 0 ? 0 : (median(slopes) * span) / middle
}

function stretches(points: readonly Point[]): readonly Point[] {
  const size = Math.ceil(points.length / STRETCHES)
  const count = size === 0 ? 0 : Math.ceil(points.length / size)
  return Array.from({ length: count }, (_, n) => {
    const part = points.slice(n * size, (n + 1) * size)
    return { at: median(part.map(({ at }) => at)), value: median(part.map(({ value }) => value)) }
  })
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  const [low = 0, high = low] = sorted.length % 2 === 1 ? [sorted[half]] : [sorted[half - 1], sorted[half]]
  return (low + high) / 2
}
