import { pause } from '../kit/wait.ts'
import { probe, type Sample } from './probe.ts'
import type { Streams } from './streams.ts'
import { type Interval, lineOfTable } from './table.ts'
import { LOOK_EVERY_MS } from './verdict.ts'
import type { World } from './world.ts'

interface Parts {
  readonly world: World
  readonly streams: Streams
  /** Number of acknowledged claims so far. */
  claims(): number
  readonly intervalMs: number
  readonly ends: AbortSignal
}

/** Samples the console repeatedly, and prints each interval as a line. */
export class Sampler {
  readonly samples: Sample[] = []
  readonly intervals: Interval[] = []
  readonly #parts: Parts
  readonly #begun = Date.now()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async run(): Promise<void> {
    const { world, streams, claims, intervalMs, ends } = this.#parts
    let before = { at: Date.now(), claims: 0 }
    let next = Date.now()
    while (!ends.aborted) {
      const sample = await probe(world.metricsPort, world.pid)
      if (sample) this.samples.push(sample)
      if (Date.now() - before.at >= intervalMs) {
        const seen = this.samples.filter(({ at }) => at >= before.at)
        const interval: Interval = {
          minute: (Date.now() - this.#begun) / 60_000,
          last: seen.at(-1) ?? null,
          staleSeconds: seen.reduce((most, { staleSeconds }) => Math.max(most, staleSeconds), 0),
          lagMs: streams.takeLags(),
          requestsPerSecond: rate(seen, 'requests'),
          gardenRequestsPerSecond: rate(seen, 'gardenRequests'),
          claims: claims() - before.claims,
        }
        this.intervals.push(interval)
        console.error(lineOfTable(interval))
        before = { at: Date.now(), claims: claims() }
      }
      next = Math.max(next + LOOK_EVERY_MS, Date.now())
      await pause(next - Date.now(), ends)
    }
  }
}

/** Growth of a counter per second; resets by restarts are ignored. */
function rate(samples: readonly Sample[], counter: 'requests' | 'gardenRequests'): number {
  const steps = samples.slice(1).map((sample, n) => sample[counter] - (samples[n]?.[counter] ?? 0))
  const seconds = ((samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0)) / 1_000
  return seconds === 0 ? 0 : steps.reduce((sum, step) => sum + Math.max(0, step), 0) / seconds
}
