import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startAccountProvider } from './account-provider.ts'
import { type Plant, startPlant } from './plant.ts'
import { addDirtyAccounts, followAccounts } from './recycled-accounts.ts'
import { Findings, type Report, secondsSince, spreadOf } from './report.ts'
import type { Amounts } from './scenario.ts'

/** Volumes in each account at first. */
const THINGS = 2
/** Of all accounts one in so many has a cluster again, though it is dirty: nobody may touch it. */
const USED_EVERY = 100
/** With the throttle off (pools.md, L3). */
const MOST_SECONDS = 600
/** A turn looks at all dirty accounts several times a second, which leaves that much to be collected; what lives is some 70 MB (measured with 600). */
const MOST_MB = 600
/** Requests to write a binding that has something to delete: begin, what came of it, found empty, dry run, end. */
const REQUESTS_EACH = 5
/** Writes of bindings a Gardener takes a second. */
const WRITES_PER_SECOND = 2.5

interface Recycling extends Pick<Amounts, 'seed'> {
  readonly accounts: number
  /** Whether Gardener spaces writes of bindings, and the console with it. */
  readonly spaced: boolean
}

/** So many dirty accounts, each with something to delete: each is cleaned, found empty twice, and free. */
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
        if (deletions + inventories > 0) found.violated('looked into or deleted in with a cluster', account)
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
  /** To write a binding, dry runs too: Gardener spaces both. */
  readonly requests: number
  readonly spaced: boolean
}

/** What of the time is the control plane's, and what Gardener's: alone where nothing is spaced, and else by the share of Gardener's pace. */
function paceOf({ seconds, requests, spaced }: Run): Readonly<Record<string, number>> {
  const secondsOfGardener = Math.round(requests / WRITES_PER_SECOND)
  return spaced
    ? { requests, secondsOfGardener, shareOfGardenersPace: Math.round((secondsOfGardener / seconds) * 100) / 100 }
    : { requests, secondsOfControlPlane: seconds, secondsGardenerWouldTake: secondsOfGardener }
}

/** Intents by action, and all outcomes. Each intent to confirm an account clean follows a dry run. */
async function auditEntries({ databaseUrl }: Plant): Promise<Readonly<Record<string, number>>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ what: string; count: string }>(
    "SELECT coalesce(action, 'outcome ' || outcome) AS what, count(*) FROM audit_entry GROUP BY 1 ORDER BY 1",
  )
  await client.end()
  return Object.fromEntries(rows.map(({ what, count }) => [what, Number(count)]))
}
