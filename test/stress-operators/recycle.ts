import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startAccountProvider } from './account-provider.ts'
import { type Plant, startPlant } from './plant.ts'
import { addDirtyAccounts, followAccounts } from './recycled-accounts.ts'
import { Findings, type Report, secondsSince, spreadOf } from './report.ts'
import type { Amounts } from './scenario.ts'

/** Initial number of volumes in each account. */
const THINGS = 2
/** One of this many accounts has a cluster although it is dirty, so it must not be touched. */
const USED_EVERY = 100
/** With the throttle off (pools.md, L3). */
const MOST_SECONDS = 600
/**
 * A turn reads all dirty accounts several times per second, which leaves that much garbage; live memory is some 70 MB
 * (measured with 600).
 */
const MOST_MB = 600
/** Writes of a binding with resources to delete: begin, outcome, found empty, dry run, end. */
const REQUESTS_EACH = 5
/** Rate limit of Gardener for writes of bindings. */
const WRITES_PER_SECOND = 2.5

interface Recycling extends Pick<Amounts, 'seed'> {
  readonly accounts: number
  /** Whether Gardener limits the rate of writes of bindings, and the console too. */
  readonly spaced: boolean
}

/** Cleans this many dirty accounts with resources to delete: each is cleaned, found empty twice, and free. */
export async function recycle(name: string, { accounts, spaced, seed }: Recycling): Promise<Report> {
  const found = new Findings()
  const used = new Set(Array.from({ length: Math.ceil(accounts / USED_EVERY) }, (_, n) => `used-${n}`))
  const dirty = new Set(Array.from({ length: accounts }, (_, n) => `recycled-${n}`))
  const all = new Set([...dirty, ...used])
  const provider = await startAccountProvider([...all], THINGS)
  const freeAt = new Map<string, number>()
  let begun = performance.now()
  try {
    const plant = await startPlant({
      seed,
      kubeconfig: null,
      accounts: [],
      shootsToo: false,
      spaced,
      played: { by: 'accounts', origin: provider.origin },
      prepare: (garden, project) => addDirtyAccounts(garden, project, [...all], used),
      beforeConsole: () => {
        begun = performance.now()
      },
    })
    const { garden, project } = plant
    const follow = await followAccounts(garden, project, all, (account, state) => {
      const facts = provider.of(account)
      if (state === 'quarantined') found.violated('account in quarantine', account)
      if (state !== 'free') return
      freeAt.set(account, (performance.now() - begun) / 1_000)
      if (facts.emptyInARow < 2) found.violated('free without two empty inventories', account)
      if (facts.left.size > 0) found.violated('free with something left', account)
      if (used.has(account)) found.violated('free with a cluster', account)
    })
    try {
      const most = spaced ? ((accounts * REQUESTS_EACH) / WRITES_PER_SECOND) * 1.5 + 300 : MOST_SECONDS
      while (freeAt.size < accounts && secondsSince(begun) < most) await sleep(250)
      const seconds = secondsSince(begun)
      found.atMost('secondsUntilAllFree', seconds, Math.round(most))
      for (const account of dirty) if (!freeAt.has(account)) found.violated('not free', account)
      for (const account of used) {
        const { deletions, inventories } = provider.of(account)
        if (deletions + inventories > 0) found.violated('touched with a cluster', account)
      }
      const writes = follow.writes()
      const entries = await auditEntries(plant)
      Object.assign(found.figures, {
        accounts,
        spaced,
        secondsToFree: spreadOf([...freeAt.values()]),
        bindingWrites: writes,
        bindingWritesPerAccount: Math.round((writes / accounts) * 100) / 100,
        bindingWritesPerSecond: Math.round((writes / seconds) * 100) / 100,
        inventoriesPerAccount: [...dirty].reduce((sum, each) => sum + provider.of(each).inventories, 0) / accounts,
        auditEntries: entries,
        ...paceOf({ seconds, requests: writes + (entries['confirm-clean'] ?? 0), spaced }),
      })
      plant.console.judgeMemory(found, MOST_MB)
    } finally {
      await follow.stop()
      await plant.stop()
    }
  } finally {
    await provider.close()
  }
  return found.report(name)
}

interface Run {
  readonly seconds: number
  /** Writes of bindings including dry runs: Gardener limits both. */
  readonly requests: number
  readonly spaced: boolean
}

/**
 * The time of the control plane and of Gardener: without a rate limit separately, otherwise as a share of Gardener’s
 * rate.
 */
function paceOf({ seconds, requests, spaced }: Run): Readonly<Record<string, number>> {
  const secondsOfGardener = Math.round(requests / WRITES_PER_SECOND)
  return spaced
    ? { requests, secondsOfGardener, shareOfGardenersPace: Math.round((secondsOfGardener / seconds) * 100) / 100 }
    : { requests, secondsOfControlPlane: seconds, secondsGardenerWouldTake: secondsOfGardener }
}

/** Number of intents by action, and of all outcomes. Each intent to confirm an account clean follows a dry run. */
async function auditEntries({ databaseUrl }: Plant): Promise<Readonly<Record<string, number>>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ what: string; count: string }>(
    "SELECT coalesce(action, 'outcome ' || outcome) AS what, count(*) FROM audit_entry GROUP BY 1 ORDER BY 1",
  )
  await client.end()
  return Object.fromEntries(rows.map(({ what, count }) => [what, Number(count)]))
}
