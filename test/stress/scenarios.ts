import { CRASH_POINTS } from '#lib/services/claims/crash-point.ts'
import { faults } from './faults.ts'
import { kills } from './kills.ts'
import { inParallel, type Servers } from './landscape.ts'
import { outage } from './outage.ts'
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
  const stage = await Stage.open(servers, { scenario: 'first', seed, processes, own, shared: 0, pools })
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
  Object.assign(stage.extra, { inFlight, atOncePerTenant: each })
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

/** Claims, releases, marks of dirt and cleanings meet on a few accounts. */
const race: Scenario = async (servers, { rounds, processes, seed }) => {
  const own = 12
  const stage = await Stage.open(servers, { scenario: 'race', seed, processes, own, shared: 0, sweeps: true })
  const words: Record<string, number> = {}
  const act = async (kind: 'mark-dirty' | 'confirm-clean', binding: string) => {
    const result = await stage.run({ kind, binding })
    const word = `${kind}: ${'words' in result ? result.words.slice(0, 40) : result.kind}`
    words[word] = (words[word] ?? 0) + 1
  }
  await inParallel(
    Array.from({ length: rounds }, (_, n) => n),
    16,
    async n => {
      const binding = stage.own[Math.floor(stage.random() * own)] ?? ''
      const tenant = `tenant-${Math.floor(stage.random() * own)}`
      const what = stage.random()
      if (what < 0.25) return act('mark-dirty', binding)
      if (what < 0.55) return act('confirm-clean', binding)
      const claim = await stage.claim(`key-${n}`, tenant, 'own')
      if (claim === null) return
      if (stage.random() < 0.3) await act('mark-dirty', claim.binding)
      const hasShoot = stage.random() < 0.2
      if (hasShoot) await stage.landscape.addShoot(`c-${n}`, claim.binding, tenant)
      if (stage.random() < 0.3) await act('confirm-clean', claim.binding)
      const from = Date.now()
      if (hasShoot && stage.random() < 0.5) {
        // Given back while its cluster still runs; somebody takes the account for clean.
        await stage.release(claim)
        await act('mark-dirty', claim.binding)
        await act('confirm-clean', claim.binding)
        stage.left.push({ binding: claim.binding, from, until: Date.now() })
      }
      if (hasShoot) await stage.landscape.removeShoot(`c-${n}`)
      if (claim.releasedAt === null) await stage.release(claim)
    },
  )
  Object.assign(stage.extra, { rounds, words, leftClusters: stage.left.length })
  return stage.close()
}

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
    const point = CRASH_POINTS[(2 + n) % CRASH_POINTS.length] ?? 'after-intent'
    const victim = await stage.addWorker({ point, times: 1 })
    await Promise.all([0, 1, 2].map(each => stage.claim(`dying-${n}-${each}`, `dying-${n}-${each}`, 'own', victim)))
    await victim.end('SIGKILL')
  })
  const jobs = Array.from({ length: claims }, (_, n) => n)
  await inParallel(jobs, 40, async n => {
    const tenant = `tenant-${n % tenants}`
    const claim = await stage.claim(`key-${n}`, tenant, n % 5 === 0 ? 'shared' : 'own')
    if (n % 4 === 0) await stage.claim(`key-${n}`, tenant, n % 5 === 0 ? 'shared' : 'own')
    if (claim === null || n % 3 > 0) return
    if (claim.pool === 'own') await stage.run({ kind: 'mark-dirty', binding: claim.binding })
    await stage.release(claim)
    if (claim.pool === 'own') await stage.run({ kind: 'confirm-clean', binding: claim.binding })
  })
  await Promise.all(die)
  return stage.close()
}

export const SCENARIOS: Readonly<Record<string, Scenarios>> = {
  first,
  limit,
  shared,
  replay,
  race,
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
