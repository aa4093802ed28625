import { setTimeout as sleep } from 'node:timers/promises'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { SelectionConfig } from '#lib/hap/selection/usage.ts'
import type { Ledger } from '#lib/store/claims/ledger.ts'
import type { Mutex } from '#lib/util/concurrency.ts'
import type { AccountBackoff } from './account-backoff.ts'
import type { ClaimAudit } from './claim-audit.ts'
import type { ClaimGarden } from './claim-garden.ts'
import type { RecentBindings } from './recent-bindings.ts'
import type { RulesArchive } from './rules-archive.ts'

/**
 * Boundaries between writes to the database and to Gardener; a crash there leaves work for
 * recovery.
 */
export const CRASH_POINTS = [
  'after-arrival',
  'after-slot',
  'after-intent',
  'after-write',
  'after-confirm',
  'after-take-over',
  'after-epoch-write',
  'after-resolution',
  'after-give-back',
  'after-account-fence',
  'after-dirty-write',
  'after-release',
] as const

export type CrashPoint = (typeof CRASH_POINTS)[number]

/** The rules and settings a claim is decided by, and which they are. */
export interface ClaimRules {
  readonly selection: Omit<SelectionConfig, 'at' | 'policy'>
  readonly revision: string
  /** Version of allowlist and limits; null while they come from a file. */
  readonly settingsVersion: number | null
}

/** Time and randomness, which tests control. */
export interface ClaimClock {
  /** Milliseconds since 1970. */
  now(): number
  sleep(ms: number): Promise<void>
  /** From 0 to 1. */
  random(): number
}

/** What all parts of the claim service share. */
export interface ClaimContext {
  readonly ledger: Ledger
  readonly garden: ClaimGarden
  readonly inventory: Inventory
  readonly recent: RecentBindings
  readonly archive: RulesArchive
  readonly audit: ClaimAudit
  /** Of claims that wait. */
  readonly backoff: AccountBackoff
  readonly clock: ClaimClock
  /**
   * Whether dangerous actions need two persons: then an account that a claim reused stays claimed
   * if no cluster was seen.
   */
  readonly twoPersons: boolean
  /** Name of this process in leases. */
  readonly holder: string
  /** One at a time in this process: per slot, binding or pool. */
  readonly mutex: Mutex
  rules(): ClaimRules
  /** Receives errors of background work. */
  failed(error: unknown): void
  /** Why releases pause, as sentences; null when they do not. */
  pause(): string | null
  /** Called at each write boundary; a test may end the process there. */
  reached(point: CrashPoint): Promise<void>
}

/**
 * How long one call works on a claim: shorter than a request may take, so that its answer has the
 * reason, and well below the lease, so that no other process starts in between.
 */
export const WORK_MS = 15_000

export const SYSTEM_CLOCK: ClaimClock = {
  now: Date.now,
  sleep: async ms => {
    await sleep(ms)
  },
  random: Math.random,
}
