import { performance } from 'node:perf_hooks'
import type { TargetOpener } from '#lib/operators/target/open-target.ts'

type Concealed = NonNullable<TargetOpener['onConcealed']>

/** Interval of lines about one Secret; its Cluster is retried every few minutes. */
const INTERVAL_MS = 600_000
const MAX_REMEMBERED = 1_000

/**
 * Bounds the log of errors that conditions conceal, since authors of Clusters can cause any number:
 * one line per Secret and interval. `now`: a monotonic clock in milliseconds.
 */
export function limitConcealed(write: Concealed, now: () => number = () => performance.now()): Concealed {
  const written = new Map<string, number>()
  return (place, error) => {
    const key = `${place.namespace}/${place.name}`
    const time = now()
    if (time - (written.get(key) ?? -Infinity) < INTERVAL_MS) return
    const [oldest] = written.keys()
    if (written.size >= MAX_REMEMBERED && oldest !== undefined) written.delete(oldest)
    written.delete(key)
    written.set(key, time)
    write(place, error)
  }
}
