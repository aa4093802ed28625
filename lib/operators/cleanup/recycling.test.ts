import { expect, test } from 'vitest'
import { NO_PROGRESS } from '#lib/garden/cleaning-progress.ts'
import { type Inspection, nextState, type Step, SYSTEM_CLEANING } from './cleaning-state.ts'
import { planDeletion } from './deletion-plan.ts'
import { evidenceOf } from './evidence.ts'
import { type Candidate, SYSTEM_LIMITS, schedule } from './schedule.ts'
import { inventoryOf } from './testing/resources.ts'

const inventory = inventoryOf()
const plan = planDeletion(inventory, { project: 'kyma', living: new Set() })
const evidence = evidenceOf(null, { provider: 'aws', version: '1' }, inventory, plan, [], 0)

interface Simulated extends Candidate {
  step: Step
  /** Number of inspections so far. */
  looks: number
  freeAt: number | null
  /** Longest wait from the due time to the inspection. */
  waited: number
  /** True once the latest inspection was evaluated, so that only its writes are pending. */
  judged: boolean
}

interface World {
  /** Dirty accounts by pool. */
  readonly pools: Readonly<Record<string, number>>
  /** Duration of an inspection in a pool; Infinity = it hangs until its deadline. */
  lookMs(pool: string): number
  readonly deadlineMs: number
  /** Interval between two writes of any bindings; default: none. */
  readonly writeMs?: number
}

/** Writes of a binding per result of an inspection: acquire and record; empty; dry run and result. */
const REQUESTS = { cleaning: 2, verifying: 1, free: 2, dirty: 1, quarantined: 3 } as const

/**
 * Cleans all accounts in virtual time with only turns, pauses, fake inspections and the throttle. `npm run stress --
 * operators --only recycle` measures the rest.
 */
function recycle({ pools, lookMs, deadlineMs, writeMs = 0 }: World) {
  const accounts: Simulated[] = Object.entries(pools).flatMap(([pool, count]) =>
    Array.from({ length: count }, (_, at) => ({
      account: `${pool}/${at}`,
      pool,
      lane: pool.split('~')[0] ?? pool,
      next: 0,
      asked: false,
      verifying: false,
      judged: false,
      since: at,
      step: { to: 'dirty', progress: NO_PROGRESS } as Step,
      looks: 0,
      freeAt: null,
      waited: 0,
    })),
  )
  const running = new Map<string, Simulated & { readonly endsAt: number }>()
  let [at, most, writtenAt] = [0, 0, 0]
  const horizon = 6 * 3_600_000
  while (at <= horizon) {
    const open = accounts.filter(({ step }) => step.to !== 'free' && step.to !== 'quarantined')
    const { start, nextAt } = schedule(open, running, at, SYSTEM_LIMITS)
    for (const account of start) {
      account.waited = Math.max(account.waited, at - account.next)
      account.judged = false
      running.set(account.account, Object.assign(account, { endsAt: at + Math.min(deadlineMs, lookMs(account.pool)) }))
    }
    most = Math.max(most, running.size)
    const moments = [...[...running.values()].map(({ endsAt }) => endsAt), ...(nextAt === null ? [] : [nextAt])]
    if (moments.length === 0) break
    at = moments.reduce((least, moment) => Math.min(least, moment), Number.POSITIVE_INFINITY)
    for (const account of [...running.values()].filter(({ endsAt }) => endsAt <= at)) {
      if (!account.judged) look(account, lookMs(account.pool) > deadlineMs, at)
      if (account.judged || writeMs === 0) {
        running.delete(account.account)
        account.freeAt = account.step.to === 'free' ? at : null
      } else {
        writtenAt = Math.max(writtenAt, at) + REQUESTS[account.step.to] * writeMs
        Object.assign(account, { judged: true, endsAt: writtenAt })
      }
    }
  }
  return { accounts, most }
}

/** An account with something to delete, then empty. */
function look(account: Simulated, hangs: boolean, at: number): void {
  const { to, progress } = account.step
  if (to === 'free' || to === 'quarantined') throw new Error('it is done already')
  const found: Inspection = hangs
    ? { found: 'failure', passing: true, reason: 'It hangs.', retryAfterMs: null, evidence: null }
    : account.looks === 0
      ? { found: 'deleting', evidence, reason: null }
      : { found: 'nothing', evidence }
  account.step = nextState(to, progress, found, { at, timing: SYSTEM_CLEANING, spread: 0.5 })
  account.looks += 1
  Object.assign(account, { next: account.step.progress.next, verifying: account.step.to === 'verifying' })
}

const MINUTE = 60_000

const lastFree = (accounts: readonly Simulated[]) => {
  expect(accounts.every(({ freeAt }) => freeAt !== null)).toBe(true)
  return accounts.reduce((last, { freeAt }) => Math.max(last, freeAt ?? 0), 0)
}

test.each<[string, World['pools']]>([
  ['one pool', { aws: 2_000 }],
  ['many pools', { aws: 700, 'aws~eu': 300, azure: 400, 'azure~eu': 100, gcp: 450, 'gcp~eu': 50 }],
])('2,000 dirty accounts of %s are verified empty and free in less than ten minutes', (_, pools) => {
  const { accounts, most } = recycle({ pools, lookMs: () => 1_000, deadlineMs: 5 * MINUTE })
  expect(accounts).toHaveLength(2_000)
  expect(lastFree(accounts)).toBeLessThan(10 * MINUTE)
  for (const { looks } of accounts) expect(looks).toBe(3)
  expect(most).toBeLessThanOrEqual(3 * SYSTEM_LIMITS.perLane)
})

test('a provider that hangs forever does not delay the accounts of another', () => {
  const world = (isHanging: boolean): World => ({
    pools: { aws: 500, gcp: 500 },
    lookMs: pool => (pool === 'gcp' && isHanging ? Number.POSITIVE_INFINITY : 1_000),
    deadlineMs: 5 * MINUTE,
  })
  const aws = (isHanging: boolean) => lastFree(recycle(world(isHanging)).accounts.filter(({ pool }) => pool === 'aws'))
  expect(aws(true)).toBe(aws(false))
})

test('a pool whose accounts all hang leaves slots to the other pools of its provider', () => {
  const { accounts } = recycle({
    pools: { aws: 500, 'aws~eu': 50 },
    lookMs: pool => (pool === 'aws' ? Number.POSITIVE_INFINITY : 1_000),
    deadlineMs: 5 * MINUTE,
  })
  expect(lastFree(accounts.filter(({ pool }) => pool === 'aws~eu'))).toBeLessThan(4 * MINUTE)
  expect(accounts.filter(({ pool, freeAt }) => pool === 'aws' && freeAt !== null)).toEqual([])
})

test('a small pool does not wait behind a big one', () => {
  const { accounts } = recycle({ pools: { aws: 2_000, 'aws~eu': 5 }, lookMs: () => 1_000, deadlineMs: 5 * MINUTE })
  const small = accounts.filter(({ pool }) => pool === 'aws~eu')
  expect(Math.max(...small.map(({ waited }) => waited))).toBeLessThanOrEqual(1_000)
})

test('a throttled turn that outlasts the validity of empty inventories restarts no verification', () => {
  const writeMs = 4_000
  const count = 300
  expect(count * writeMs).toBeGreaterThan(SYSTEM_CLEANING.emptyLastsMs)
  const { accounts } = recycle({ pools: { aws: count }, lookMs: () => 1_000, deadlineMs: 5 * MINUTE, writeMs })
  for (const { looks } of accounts) expect(looks).toBe(3)
  // Slightly longer than the throttle needs for the writes.
  expect(lastFree(accounts)).toBeLessThan(count * 5 * writeMs + 5 * MINUTE)
})
