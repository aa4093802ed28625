import type { percentiles } from '../stress/percentiles.ts'
import type { Sample } from './probe.ts'

/** The figures of an interval. */
export interface Interval {
  readonly minute: number
  /** null: the console did not respond. */
  readonly last: Sample | null
  readonly staleSeconds: number
  readonly lagMs: ReturnType<typeof percentiles>
  readonly requestsPerSecond: number
  readonly gardenRequestsPerSecond: number
  readonly claims: number
}

const COLUMNS: readonly (readonly [string, (interval: Interval) => string | number])[] = [
  ['minute', ({ minute }) => minute.toFixed(1)],
  ['RSS MB', ({ last }) => last?.rssMb ?? '-'],
  ['heap MB', ({ last }) => last?.heapMb ?? '-'],
  ['handles', ({ last }) => last?.handles ?? '-'],
  ['files', ({ last }) => last?.files ?? '-'],
  ['sockets', ({ last }) => last?.sockets ?? '-'],
  ['streams', ({ last }) => last?.streams ?? '-'],
  ['stale s', ({ staleSeconds }) => staleSeconds.toFixed(1)],
  ['lag p50', ({ lagMs }) => lagMs.p50],
  ['lag p99', ({ lagMs }) => lagMs.p99],
  ['req/s', ({ requestsPerSecond }) => requestsPerSecond.toFixed(1)],
  ['garden/s', ({ gardenRequestsPerSecond }) => gardenRequestsPerSecond.toFixed(1)],
  ['claims', ({ claims }) => claims],
]
const WIDTH = 9

export function headOfTable(): string {
  return COLUMNS.map(([name]) => name.padStart(WIDTH)).join('')
}

export function lineOfTable(interval: Interval): string {
  return COLUMNS.map(([, of]) => String(of(interval)).padStart(WIDTH)).join('')
}
