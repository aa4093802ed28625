import { setTimeout as sleep } from 'node:timers/promises'
import { CRASH_POINTS } from '#lib/services/claims/crash-point.ts'
import { CALL_SITES, FAULTS } from './faulty-client.ts'
import { inParallel, type Servers } from './landscape.ts'
import { outage } from './outage.ts'
import { type Report, Stage } from './stage.ts'

interface Amounts {
  readonly claims: number
  readonly tenants: number
  readonly processes: number
  readonly seed: number
  readonly rounds: number
  readonly kills: number
  readonly faults: number
  /** How long each server cannot be reached. */
  readonly outageSeconds: number
}

/** Runs, and judges what came of it. */
type Scenario = (servers: Servers, amounts: Amounts) => Promise<Report>

/** Claims in flight at once that a client of all processes has; the rest waits with the client. */
const IN_FLIGHT = 600

/** Many first claims of each tenant at once: one account per tenant, one tenant per account. */
const first: Scenario = async (servers, { claims, tenants, processes, seed }) => {
  const own = Math.ceil(tenants * 1.05)
  const stage = await Stage.open(servers, { scenario: 'first', seed, processes, own, shared: 0 })
  const jobs = Array.from({ length: claims }, (_, n) => ({ key: `key-${n}`, tenant: `tenant-${n % tenants}` }))
  await inParallel(shuffled(jobs, stage.random), IN_FLIGHT, async ({ key, tenant }) => {
    await stage.claim(key, tenant, 'own')
  })
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
const replay: Scenario = async (servers, { claims, processes, seed }) => {
  const count = Math.max(20, Math.min(1_000, Math.round(claims / 10)))
  const stage = await Stage.open(servers, { scenario: 'replay', seed, processes, own: count + 10, shared: 0 })
  const keys = Array.from({ length: count }, (_, n) => n)
  await inParallel(keys, IN_FLIGHT / 4, async n => {
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
      if (hasShoot) await stage.landscape.removeShoot(`c-${n}`)
      await stage.release(claim)
    },
  )
  Object.assign(stage.extra, { rounds, words })
  return stage.close()
}

/** Every kind of failure at every call, until there were enough; no cell of the matrix may stay empty. */
const faults: Scenario = async (servers, { faults: wanted, processes, seed }) => {
  // Fewer accounts than tenants: then pools are empty now and then, and have to be listed.
  const deaths = Math.max(4, Math.ceil(wanted / 400))
  const options = { own: 16 + 3 * deaths, shared: 4, faults: 0.35, sweeps: true }
  const stage = await Stage.open(servers, { scenario: 'faults', seed, processes, ...options })
  // About three faults to a claim with its release.
  const count = Math.max(30, Math.ceil(wanted / 3))
  const work = inParallel(
    Array.from({ length: count }, (_, n) => n),
    24,
    async n => {
      const tenant = `tenant-${Math.floor(stage.random() * 30)}`
      const claim = await stage.claim(`key-${n}`, tenant, stage.random() < 0.25 ? 'shared' : 'own')
      if (claim === null || stage.random() < 0.1) return
      await stage.release(claim)
      if (claim.pool === 'own') await stage.run({ kind: 'confirm-clean', binding: claim.binding })
    },
  )
  // What died with an intent has to be fenced: that is the one write nobody else makes.
  const dying = inParallel(
    Array.from({ length: deaths }, (_, n) => n),
    1,
    async n => {
      const victim = await stage.addWorker({ point: 'after-intent', times: 4 })
      const names = Array.from({ length: 4 }, (_, each) => `dying-${n}-${each}`)
      await Promise.all(names.map(name => stage.claim(name, name, 'own', victim)))
      await victim.end('SIGKILL')
    },
  )
  await Promise.all([work, dying])
  const report = await stage.close()
  const total = Object.values(report.faults).reduce(
    (sum, row) => sum + Object.values(row).reduce((a, b) => a + b, 0),
    0,
  )
  const empty = CALL_SITES.flatMap(site =>
    FAULTS.filter(fault => !report.faults[site]?.[fault]).map(fault => `${site} × ${fault}`),
  )
  // A small run cannot hit every cell; a large one that does not has proved nothing about it.
  const unproved = wanted >= 5_000 && empty.length > 0 ? { 'empty cell': empty.length } : {}
  return {
    ...report,
    violations: { ...report.violations, ...unproved },
    extra: { ...report.extra, injected: total, emptyCells: empty },
  }
}

/** Processes that die at each boundary between two writes; what they left is put right, and their clients get their accounts. */
const kills: Scenario = async (servers, { kills: count, seed, processes }) => {
  const perKill = 4
  const stage = await Stage.open(servers, {
    scenario: 'kills',
    seed,
    processes,
    own: count * (perKill + 1) + 20,
    shared: 4,
    sweeps: true,
  })
  const killed: Record<string, number> = {}
  const clients: Promise<unknown>[] = []
  await inParallel(
    Array.from({ length: count }, (_, n) => n),
    2,
    async n => {
      const point = CRASH_POINTS[n % CRASH_POINTS.length] ?? 'after-intent'
      const victim = await stage.addWorker({ point, times: 1 + Math.floor(stage.random() * 3) })
      for (let each = 0; each < perKill; each++) {
        const tenant = `tenant-${n}-${each % 3}`
        clients.push(
          stage.claim(`key-${n}-${each}`, tenant, each === 3 ? 'shared' : 'own', victim).then(async claim => {
            if (claim === null) return
            // It is given back when that is asked for, not when it is done.
            if (each === 0) await stage.release(claim, victim)
          }),
        )
      }
      // A sweep is what comes to the points of the resolver.
      for (let tries = 0; tries < 40 && !victim.isGone; tries++) {
        await victim.run({ kind: 'sweep' })
        await sleep(25)
      }
      if (victim.isGone) killed[point] = (killed[point] ?? 0) + 1
      await victim.end('SIGKILL')
    },
  )
  await Promise.all(clients)
  Object.assign(stage.extra, { kills: count, killedAt: killed })
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

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  first,
  limit,
  shared,
  replay,
  race,
  faults,
  kills,
  outage: (servers, { outageSeconds, processes, seed }) => outage(servers, outageSeconds, processes, seed),
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map(item => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
