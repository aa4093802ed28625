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

/** A family of one value without labels; nothing where it is not known. */
export function single(value: number | null): readonly Sample[] {
  return value === null ? [] : [{ labels: {}, value }]
}
