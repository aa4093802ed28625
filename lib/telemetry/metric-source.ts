/** What is known of a metric before it has any value; OpenMetrics calls it a family. */
export interface Family {
  readonly type: 'gauge' | 'counter' | 'histogram'
  readonly help: string
}

/** One line of a family. */
export interface Sample {
  /** Of a histogram: `_bucket`, `_sum` or `_count`. */
  readonly suffix?: string
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
}

/** Samples of each family of a source, by name. */
export type Reading<Name extends string = string> = Readonly<Record<Name, readonly Sample[]>>

/** Families that are read together, at the moment somebody asks for them. */
export interface MetricSource<Name extends string = string> {
  readonly families: Readonly<Record<Name, Family>>
  read(): Reading<Name> | Promise<Reading<Name>>
}

/** A source; `read` has to tell of each of the families. */
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

/** A family of one value without labels; nothing where it is not known. */
export function single(value: number | null): readonly Sample[] {
  return value === null ? [] : [{ labels: {}, value }]
}

/** Stands for all values of a label that have no series of their own. */
export const OTHERS = 'other'

/**
 * At most `most` of the samples, the largest first, by their labels where they are equal. The rest are added up under `other` in the
 * labels `folded`: sums over all series stay right, whatever is left out.
 */
export function capSeries(samples: readonly Sample[], most: number, folded: readonly string[]): readonly Sample[] {
  if (samples.length <= most) return samples
  const inOrder = samples
    .map(sample => ({ sample, key: Object.values(sample.labels).join('|') }))
    .sort((a, b) => b.sample.value - a.sample.value || (a.key < b.key ? -1 : 1))
    .map(({ sample }) => sample)
  const rest = new Map<string, Sample>()
  for (const { labels, value } of inOrder.slice(most)) {
    const others = { ...labels, ...Object.fromEntries(folded.map(label => [label, OTHERS])) }
    const key = Object.values(others).join('|')
    rest.set(key, { labels: others, value: value + (rest.get(key)?.value ?? 0) })
  }
  return [...inOrder.slice(0, most), ...rest.values()]
}
