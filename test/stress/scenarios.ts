import type { CrashPoint } from '#lib/services/claims/crash-point.ts'
import { faults } from './faults.ts'
import { kills } from './kills.ts'
import { inParallel, type Servers } from './landscape.ts'
import { outage } from './outage.ts'
import { race } from './race.ts'
import { type Report, Stage } from './stage.ts'

interface Amounts {
  readonly claims: number
  readonly tenants: number
  readonly processes: number
  /** Claims that a client of all processes has on their way at once; the rest waits with the client. */
  readonly inFlight: number
  readonly seed: number
  readonly rounds: number
  readonly kills: number
  readonly faults: number
  /** How long each server cannot be reached. */
  readonly outageSeconds: number
}

/** Runs, and judges what came of it. */
type Scenario = (servers: Servers, amounts: Amounts) => Promise<Report>

/** The same on one landscape after the other. */
type Scenarios = (servers: Servers, amounts: Amounts) => Promise<Report | readonly Report[]>

/** Where the tenants in turn want their first claims: all in one pool, or in several at once. */
const FIRST_POOLS = [['own'], ['eu'], ['gcp'], ['own', 'eu', 'own', 'gcp']] as const

/** All first claims of a tenant at once, and many tenants: one account per tenant and pool, one tenant per account. */
const first: Scenario = async (servers, { claims, tenants, processes, seed, inFlight }) => {
  const own = Math.ceil(tenants * 1.05)
  const pools = [...new Set(FIRST_POOLS.flat())]
  const squatted = Math.max(2, Math.round(tenants * 0.03))
  const stage = await Stage.open(servers, { scenario: 'first', seed, processes, own, squatted, shared: 0, pools })
  const each = Math.max(1, Math.round(claims / tenants))
  const all = shuffled(
    Array.from({ length: tenants }, (_, n) => n),
    stage.random,
  )
  await inParallel(all, Math.ceil(inFlight / each), async n => {
    const wanted = FIRST_POOLS[n % FIRST_POOLS.length] ?? ['own']
    const claim = (turn: number) =>
      stage.claim(`key-${n}-${turn}`, `tenant-${n}`, wanted[turn % wanted.length] ?? 'own')
    await Promise.all(Array.from({ length: each }, (_, turn) => claim(turn)))
  })
  Object.assign(stage.extra, { inFlight, atOncePerTenant: each, squatted: squatted * pools.length })
  return stage.close()
}

/** One place is left below the limit, and many come at once. */
const limit: Scenario = async (servers, { claims, processes, seed }) => {
  const most = Math.max(5, Math.min(180, Math.round(claims / 50)))
  const crowd = Math.max(20, Math.min(500, Math.round(claims / 20)))
  const own = Math.ceil((most + crowd) / most) + 2
  const allowed = ['tenant-0']
  const stage = await Stage.open(servers, { scenario: 'limit', seed, processes, own, shared: 0, allowed, limit: most })
  const some = (count: number, name: string) => Array.from({ length: count }, (_, n) => `${name}-${n}`)
  await inParallel(some(most - 1, 'early'), 20, async key => void (await stage.claim(key, 'tenant-0', 'own')))
  await Promise.all(some(crowd, 'crowd').map(key => stage.claim(key, 'tenant-0', 'own')))
  const used = new Set(stage.acknowledged.map(({ account }) => account)).size
  Object.assign(stage.extra, { limit: most, crowd, accounts: used })
  // Fill the most populated one first: no more accounts than are needed.
  if (used !== Math.ceil((most - 1 + crowd) / most)) stage.violated('too many accounts', String(used))
  return stage.close()
}

/** Many picks at once of a few shared accounts spread evenly. */
const shared: Scenario = async (servers, { claims, processes, seed }) => {
  const picks = Math.min(1_000, claims)
  const stage = await Stage.open(servers, { scenario: 'shared', seed, processes, own: 0, shared: 10 })
  await Promise.all(Array.from({ length: picks }, (_, n) => stage.claim(`key-${n}`, `tenant-${n}`, 'shared')))
  const counts = new Map<string, number>()
  for (const { account } of stage.acknowledged) counts.set(account, (counts.get(account) ?? 0) + 1)
  const spread = Math.max(...counts.values()) - Math.min(...counts.values())
  Object.assign(stage.extra, { picks, spread })
  if (spread > 1 || counts.size < Math.min(10, picks)) stage.violated('spread', `${[...counts.values()].join()}`)
  return stage.close()
}

/** Each claim is asked for three times more, in other processes, also while the first is still under way. */
const replay: Scenario = async (servers, { claims, processes, seed, inFlight }) => {
  const count = Math.max(20, Math.min(1_000, Math.round(claims / 10)))
  const stage = await Stage.open(servers, { scenario: 'replay', seed, processes, own: count + 10, shared: 0 })
  const keys = Array.from({ length: count }, (_, n) => n)
  await inParallel(keys, Math.ceil(inFlight / 4), async n => {
    const again = () => stage.claim(`key-${n}`, `tenant-${n}`, 'own')
    const early = n % 2 === 0 ? [again(), again()] : []
    await Promise.all([again(), ...early])
    for (let more = early.length; more < 3; more++) await again()
  })
  const accounts = new Set(stage.acknowledged.map(({ account }) => account)).size
  Object.assign(stage.extra, { keys: count, accounts })
  if (accounts !== count) stage.violated('extra accounts', `${accounts} for ${count} claims`)
  return stage.close()
}

/** Where whoever claims comes by. */
const POINTS_OF_CLAIMS: readonly CrashPoint[] = ['after-intent', 'after-write', 'after-confirm']
/** A victim that finds the pool empty does not come to its point. */
const MOST_VICTIMS = 5
/** An answer may be on its way before the process is known to be gone. */
const DEATH_MS = 5_000

/** A little of everything on one landscape, for every run of the tests. */
export const mixed: Scenario = async (servers, { claims, tenants, processes, seed, kills: count }) => {
  const stage = await Stage.open(servers, {
    scenario: 'mixed',
    seed,
    processes,
    own: tenants + 4 * count + 5,
    shared: 3,
    faults: 0.1,
    sweeps: true,
  })
  const die = Array.from({ length: count }, async (_, n) => {
    const point = POINTS_OF_CLAIMS[n % POINTS_OF_CLAIMS.length] ?? 'after-intent'
    for (let tries = 0; tries < MOST_VICTIMS; tries++) {
      const victim = await stage.addWorker({ point, times: 1 })
      const names = [0, 1, 2].map(each => `dying-${n}-${tries}-${each}`)
      await Promise.all(names.map(name => stage.tryClaim(name, name, 'own', victim)))
      if (await victim.diesWithin(DEATH_MS)) return stage.died(point)
    }
    stage.violated('too few kills', `nobody died ${point}`)
  })
  const jobs = Array.from({ length: claims }, (_, n) => n)
  await inParallel(jobs, 40, async n => {
    const tenant = `tenant-${n % tenants}`
    const claim = await stage.tryClaim(`key-${n}`, tenant, n % 5 === 0 ? 'shared' : 'own')
    if (n % 4 === 0) await stage.tryClaim(`key-${n}`, tenant, n % 5 === 0 ? 'shared' : 'own')
    if (claim === null || n % 3 > 0) return
    if (claim.pool === 'own') await stage.run({ kind: 'mark-dirty', binding: claim.binding })
    await stage.release(claim)
    if (claim.pool === 'own') await stage.run({ kind: 'confirm-clean', binding: claim.binding })
  })
  await Promise.all(die)
  // What could not be cleaned for a fault is missing for others.
  stage.expectServed(0.5)
  return stage.close()
}

export const SCENARIOS: Readonly<Record<string, Scenarios>> = {
  first,
  limit,
  shared,
  replay,
  race: (servers, { rounds, processes, seed }) => race(servers, rounds, processes, seed),
  faults: (servers, { faults: wanted, processes, seed }) => faults(servers, wanted, processes, seed),
  kills: (servers, { kills: count, processes, seed }) => kills(servers, count, processes, seed),
  outage: (servers, { outageSeconds, processes, seed }) => outage(servers, outageSeconds, processes, seed),
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map(item => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
