export interface Percentiles {
  readonly p50: number
  readonly p90: number
  readonly p99: number
}

/** Percentiles of values; 0 without values. */
export function percentiles(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99) }
}
