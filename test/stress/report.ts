import type { Looked } from './history.ts'
import type { WorkerCounts } from './messages.ts'
import { type Percentiles, percentiles } from './percentiles.ts'

/** The result of one scenario. */
export interface Report {
  readonly scenario: string
  readonly claims: number
  readonly acknowledged: number
  /** Maximum number of clients waiting at the same time. */
  readonly mostAtOnce: number
  /** Processes that died where they should. */
  readonly kills: number
  readonly conflicts: number
  readonly retries: number
  readonly latencyMs: Percentiles
  /** Latency of every claim in milliseconds. */
  readonly latencies: readonly number[]
  readonly seconds: number
  readonly violations: Readonly<Record<string, number>>
  readonly examples: readonly string[]
  /** Number of cases of each check of the history. */
  readonly looked: Looked
  readonly faults: WorkerCounts['faults']
  readonly extra: Readonly<Record<string, unknown>>
}

/** The printed part: figures without the list of latencies. */
export function figuresOf({ latencies: _, ...figures }: Report): Omit<Report, 'latencies'> {
  return figures
}

/** The totals of several reports. */
export function sumOf(reports: readonly Report[]) {
  const sum = (of: (report: Report) => number) => reports.reduce((total, report) => total + of(report), 0)
  const violations: Record<string, number> = {}
  for (const report of reports)
    for (const [kind, count] of Object.entries(report.violations)) violations[kind] = (violations[kind] ?? 0) + count
  return {
    claims: sum(({ claims }) => claims),
    acknowledged: sum(({ acknowledged }) => acknowledged),
    conflicts: sum(({ conflicts }) => conflicts),
    retries: sum(({ retries }) => retries),
    latencyMs: percentiles(reports.flatMap(({ latencies }) => latencies)),
    violations,
  }
}

/** A report with an additional violation. */
export function withViolation(report: Report, kind: string, detail: string): Report {
  const { violations, examples } = report
  return {
    ...report,
    violations: { ...violations, [kind]: (violations[kind] ?? 0) + 1 },
    examples: [...examples, `${kind}: ${detail}`],
  }
}

export function tally(kinds: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

/** Number of faults of each kind per call site, in all processes. */
export function allFaults(counts: readonly Pick<WorkerCounts, 'faults'>[]): Report['faults'] {
  const all: Record<string, Record<string, number>> = {}
  for (const { faults } of counts)
    for (const [site, row] of Object.entries(faults))
      for (const [fault, count] of Object.entries(row)) {
        const sum = all[site] ?? {}
        all[site] = { ...sum, [fault]: (sum[fault] ?? 0) + count }
      }
  return all
}

export function errorsOf(counts: readonly WorkerCounts[]): Record<string, unknown> {
  const errors = counts.flatMap(each => each.errors)
  return errors.length === 0 ? {} : { errors: errors.length, firstErrors: errors.slice(0, 3) }
}
