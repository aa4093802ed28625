import { drift } from './drift.ts'
import type { Sample } from './probe.ts'

/** Maximum growth from the end of the warm-up to the last sample. */
const MOST_DRIFT = 0.05
/** Age of data from which the console reports it as stale, by default. */
const MOST_STALE_SECONDS = 30
/** Interval of samples, and the minimum share with a response, as the warm console is not restarted. */
export const LOOK_EVERY_MS = 5_000
const LEAST_ANSWERED = 0.9
/** A slope over a shorter time is meaningless. */
const LEAST_MEASURED_MS = 10 * 60_000

/** The figures with their fields. */
const DRIFTING = { rss: 'rssMb', heap: 'heapMb', handles: 'handles', files: 'files' } as const satisfies Readonly<
  Record<string, keyof Sample>
>

type Drifts = Readonly<Record<keyof typeof DRIFTING, number>>

/** Growth of each figure after the warm-up, as a share of it. */
export function driftsOf(samples: readonly Sample[]): Drifts {
  const of = (what: keyof Drifts) => drift(samples.map(sample => ({ at: sample.at, value: sample[DRIFTING[what]] })))
  return { rss: of('rss'), heap: of('heap'), handles: of('handles'), files: of('files') }
}

/**
 * Problems of the samples of one process in this time after its warm-up, as text. The heap is only printed: its size
 * between two collections is random.
 */
export function wrongWith(samples: readonly Sample[], measuredMs: number): readonly string[] {
  const looks = Math.floor(measuredMs / LOOK_EVERY_MS)
  const span = (samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0)
  const drifts = driftsOf(samples)
  const grown = (['rss', 'handles', 'files'] as const).filter(
    what => span >= LEAST_MEASURED_MS && drifts[what] >= MOST_DRIFT,
  )
  const stale = samples.filter(({ staleSeconds }) => staleSeconds > MOST_STALE_SECONDS)
  return [
    ...(samples.length < LEAST_ANSWERED * looks ? [`the console answered ${samples.length} of ${looks} looks`] : []),
    ...grown.map(what => `${what} grew by ${percent(drifts[what])}`),
    ...(stale.length > 0 ? [`what is watched was older than ${MOST_STALE_SECONDS} s at ${stale.length} looks`] : []),
  ]
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
