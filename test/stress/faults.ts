import { setTimeout as sleep } from 'node:timers/promises'
import { CALL_SITES, FAULTS } from './faulty-client.ts'
import { first } from './first.ts'
import type { Acknowledged } from './history.ts'
import { inParallel, type Servers } from './landscape.ts'
import { limit } from './limit.ts'
import { race } from './race.ts'
import { replay } from './replay.ts'
import type { Report } from './report.ts'
import { QUICK_SWEEP_MS, type Scenarios } from './scenario.ts'
import { shared } from './shared.ts'
import { Stage } from './stage.ts'

/** What is given back has to be cleaned, so that pools are empty now and then all the same, and have to be listed. */
const TENANTS = 30
const ACCOUNTS = 44
/** Claims that are kept for a while, so that others of their tenant come to the same account. */
const KEPT = 24
/** Share of the claims that come to an account although pools are empty now and then: half of what runs have come to. */
const LEAST_SERVED = 0.3

/** Share of the calls that go wrong while one population is served. */
const HARM = 0.2
/** Claims and rounds of each population. */
const FEWEST = 100
const MOST = 1_000

/**
 * Every kind of failure at every call, until there were so many; no cell of the matrix may stay empty. Then the populations of the
 * other scenarios under failures: first claims at once, the last place below a limit, shared picks, replays, dirt and cleaning.
 */
export const faults: Scenarios = async (servers, amounts) => {
  const wanted = amounts.faults
  const some = Math.max(FEWEST, Math.min(MOST, Math.round(wanted / 10)))
  const harmed = { ...amounts, harm: HARM, claims: some, tenants: some / 10, inFlight: some, rounds: some }
  const reports = [await everyCell(servers, wanted, amounts.processes, amounts.seed)]
  for (const scenario of [first, limit, shared, replay, race]) reports.push(await scenario(servers, harmed))
  return reports
}

async function everyCell(servers: Servers, wanted: number, processes: number, seed: number): Promise<Report> {
  const deaths = Math.max(4, Math.ceil(wanted / 400))
  const options = { own: ACCOUNTS, shared: 4, faults: 0.35, sweepMs: QUICK_SWEEP_MS }
  const floors = { owner: 1, 'one account': 1, selection: 1, cleaned: 1, kept: 1 }
  const stage = await Stage.open(servers, { scenario: 'faults', seed, processes, ...options, floors })
  const kept: Acknowledged[] = []
  let isOver = false
  let claims = 0
  const work = inParallel(
    Array.from({ length: 24 }, (_, n) => n),
    24,
    async () => {
      while (!isOver) {
        const tenant = `tenant-${Math.floor(stage.random() * TENANTS)}`
        const claim = await stage.tryClaim(`key-${claims++}`, tenant, stage.random() < 0.25 ? 'shared' : 'own')
        if (claim) kept.push(claim)
        else await sleep(1_000 * stage.random())
        const over = kept.length > KEPT ? kept.splice(Math.floor(stage.random() * kept.length), 1) : []
        for (const each of over) await stage.release(each)
      }
    },
  )
  // What died with an intent has to be fenced: that is the one write nobody else makes.
  const dying = inParallel(
    Array.from({ length: deaths }, (_, n) => n),
    3,
    async n => {
      const victim = await stage.addWorker({ point: 'after-intent', times: 1 })
      // With a pool that is empty it has to try again; what dies with it is claimed again elsewhere.
      for (let each = 0; !victim.isGone && each < 20; each++) {
        const claim = await stage.tryClaim(`dying-${n}-${each}`, `dying-${n}-${each}`, 'own', victim)
        if (claim) await stage.release(claim)
      }
      await victim.end('SIGKILL')
    },
  )
  const cleaning = clean(stage, () => isOver)
  const enough = hasInjected(stage, wanted)
  await Promise.race([Promise.all([dying, enough]), work, cleaning])
  isOver = true
  await Promise.all([work, cleaning])
  stage.expectServed(LEAST_SERVED)
  const report = await stage.close()
  const empty = emptyCells(report.faults)
  const unproved = isLarge(wanted) && empty.length > 0 ? { 'empty cell': empty.length } : {}
  return {
    ...report,
    violations: { ...report.violations, ...unproved },
    extra: { ...report.extra, injected: injected(report.faults), emptyCells: empty },
  }
}

/** Cleans what was given back, as somebody else's job does. */
async function clean(stage: Stage, isOver: () => boolean): Promise<void> {
  const atWork = new Map<string, Promise<unknown>>()
  while (!isOver()) {
    for (const binding of await stage.dirtyBindings()) {
      if (atWork.has(binding)) continue
      const cleaned = stage.act('confirm-clean', binding).then(() => atWork.delete(binding))
      atWork.set(binding, cleaned)
    }
    await sleep(200)
  }
  await Promise.all(atWork.values())
}

/** A call that is rare, as the list after a watch that expired, is waited for until so many times as many were injected. */
const PATIENCE = 4

async function hasInjected(stage: Stage, wanted: number): Promise<void> {
  for (;;) {
    const faults = await stage.faults()
    const count = injected(faults)
    if (count >= PATIENCE * wanted || (count >= wanted && (!isLarge(wanted) || emptyCells(faults).length === 0))) return
    await sleep(1_000)
  }
}

/** A small run cannot hit every cell; a large one that does not has proved nothing about it. */
function isLarge(wanted: number): boolean {
  return wanted >= 5_000
}

function emptyCells(faults: Report['faults']): readonly string[] {
  return CALL_SITES.flatMap(site => FAULTS.filter(fault => !faults[site]?.[fault]).map(fault => `${site} × ${fault}`))
}

function injected(faults: Report['faults']): number {
  return Object.values(faults)
    .flatMap(row => Object.values(row))
    .reduce((sum, count) => sum + count, 0)
}
