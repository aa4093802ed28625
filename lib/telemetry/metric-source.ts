/** Type and help of a metric: a metric family of OpenMetrics. */
export interface Family {
  readonly type: 'gauge' | 'counter' | 'histogram'
  readonly help: string
}

/** One line of a metric family. */
export interface Sample {
  /** For a histogram: `_bucket`, `_sum` or `_count`. */
  readonly suffix?: string
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
}

/** Samples of each family of a source, by name. */
export type Reading<Name extends string = string> = Readonly<Record<Name, readonly Sample[]>>

/** Metric families that are read together at each scrape. */
export interface MetricSource<Name extends string = string> {
  readonly families: Readonly<Record<Name, Family>>
  read(): Reading<Name> | Promise<Reading<Name>>
}

/** Builds a source; `read` returns samples of each family. */
export function metricSource<Name extends string>(
  families: Readonly<Record<Name, Family>>,
  read: () => Reading<Name> | Promise<Reading<Name>>,
): MetricSource<Name> {
  return { families, read }
}

/** A family of values that rise and fall. */
export function gauge(help: string): Family {
  return { type: 'gauge', help }
}

/** A family of values that only grow; names end in `_total`. */
export function counter(help: string): Family {
  return { type: 'counter', help }
}

export function histogram(help: string): Family {
  return { type: 'histogram', help }
}

/** The sample of a family without labels; none for an unknown value. */
export function single(value: number | null): readonly Sample[] {
  return value === null ? [] : [{ labels: {}, value }]
}

/** Label value of the series that are added up. */
export const OTHERS = 'other'

/**
 * The `limit` largest samples, equal ones in the order of their labels. The others are added up under `other` in the labels `folded`, so that
 * sums over all series stay correct.
 */
export function capSeries(samples: readonly Sample[], limit: number, folded: readonly string[]): readonly Sample[] {
  if (samples.length <= limit) return samples
  const inOrder = samples
    .map(sample => ({ sample, key: Object.values(sample.labels).join('|') }))
    .sort((a, b) => b.sample.value - a.sample.value || (a.key < b.key ? -1 : 1))
    .map(({ sample }) => sample)
  const rest = new Map<string, Sample>()
  for (const { labels, value } of inOrder.slice(limit)) {
    const others = { ...labels, ...Object.fromEntries(folded.map(label => [label, OTHERS])) }
    const key = Object.values(others).join('|')
    rest.set(key, { labels: others, value: value + (rest.get(key)?.value ?? 0) })
  }
  return [...inOrder.slice(0, limit), ...rest.values()]
}
