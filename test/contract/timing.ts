import type { Difference } from './difference.ts'
import type { Replayed } from './replay.ts'
import type { Scenario } from './scenario.ts'

/** A request that took this long waited for the throttle. */
const WAITED_MS = 200
const TOLERANCE = 0.3

/**
 * Compares durations: fast requests must be fast, throttled ones must wait as long on average, and a burst must take as long
 * in total.
 */
export function timingDifferences(scenario: Scenario, replayed: readonly Replayed[]): Map<number, Difference[]> {
  const found = new Map<number, Difference[]>()
  if (!scenario.timing) return found
  const timed = replayed.filter(({ exchange }) => exchange.timing?.durationMs !== undefined)
  const single = timed.filter(({ exchange }) => !exchange.parallel)
  for (const one of single)
    if (recordedMs(one) < WAITED_MS && one.durationMs >= WAITED_MS)
      found.set(one.index, [
        { path: 'duration', expected: `below ${WAITED_MS} ms`, actual: `${Math.round(one.durationMs)} ms` },
      ])
  const waited = single.filter(one => recordedMs(one) >= WAITED_MS)
  check(found, waited, average(waited.map(recordedMs)), average(waited.map(one => one.durationMs)), 'average duration')
  for (const name of new Set(timed.map(({ exchange }) => exchange.parallel)))
    if (name) {
      const burst = timed.filter(({ exchange }) => exchange.parallel === name)
      check(
        found,
        burst,
        Math.max(...burst.map(recordedMs)),
        Math.max(...burst.map(one => one.durationMs)),
        `duration of ${name}`,
      )
    }
  return found
}

function check(
  found: Map<number, Difference[]>,
  group: readonly Replayed[],
  expected: number,
  actual: number,
  path: string,
): void {
  const last = group[group.length - 1]
  if (!last || Math.abs(actual - expected) <= expected * TOLERANCE) return
  const difference = { path, expected: `${Math.round(expected)} ms ± 30 %`, actual: `${Math.round(actual)} ms` }
  found.set(last.index, [...(found.get(last.index) ?? []), difference])
}

function recordedMs({ exchange }: Replayed): number {
  return exchange.timing?.durationMs ?? 0
}

function average(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / Math.max(1, values.length)
}
