import { type CleaningTiming, SYSTEM_CLEANING } from '#lib/operators/cleanup/cleaning-state.ts'
import { loadCleaners } from '#lib/operators/cleanup/load-cleaners.ts'
import type { CleanupOverrides } from '#lib/runtime/start-cleanup.ts'
import { standInCleaner } from '../stress-operators/stand-in-cleaner.ts'

/** The simulation of AWS for the cleaner of a process; JSON. */
export type SimulatedProvider =
  /** A stand-in of AWS; `pauseMs` replaces all pauses of cleaning. */
  | { readonly by: 'aws'; readonly origin: string; readonly pauseMs: number }
  /** An AccountProvider. */
  | { readonly by: 'accounts'; readonly origin: string }

/** Overrides of the cleaning; null = none. */
export function cleanupMeans(played: SimulatedProvider | null): CleanupOverrides {
  if (played === null) return {}
  const { origin } = played
  if (played.by === 'accounts') return { load: async () => new Map([['aws', standInCleaner(origin)]]) }
  const awsEndpoint = (host: string, region: string) => `${origin}/${host}/${region}`
  return {
    load: (providers, settings) => loadCleaners(providers, { ...settings, awsEndpoint }),
    timing: hasty(played.pauseMs),
    restMs: 0,
  }
}

function hasty(pauseMs: number): CleaningTiming {
  return { ...SYSTEM_CLEANING, pauseMs, firstBackoffMs: pauseMs, maxBackoffMs: pauseMs }
}
