import { setTimeout as sleep } from 'node:timers/promises'
import type { CrashPoint } from '#lib/services/claims/claim-context.ts'
import { CALL_SITES, FAULTS } from './faulty-client.ts'
import type { Acknowledged } from './history-facts.ts'
import { inParallel, type Servers } from './landscape.ts'
import type { Report } from './report.ts'
import { QUICK_SWEEP_MS } from './scenario.ts'
import { Stage } from './stage.ts'

/** What is given back has to be cleaned, so that pools are empty now and then all the same, and have to be listed. */
const TENANTS = 30
const ACCOUNTS = 52
/** Accounts beside them with a cluster of somebody else, which actions ask Gardener for by its name. */
const SQUATTED = 4
/** Claims that are kept for a while, so that others of their tenant come to the same account. */
const KEPT = 24
/** Share of the claims that come to an account although pools are empty now and then: half of what runs have come to. */
const LEAST_SERVED = 0.3
/** The last write before one that nobody else makes: what died after its intent is fenced, what died after its write taken back. */
const DEATHS: readonly CrashPoint[] = ['after-intent', 'after-write']
/** From so many on a run that leaves a cell of the matrix empty has proved nothing about it; a smaller one cannot hit them all. */
export const LEAST_FOR_EVERY_CELL = 5_000

/** Claims, releases and actions under failures, until so many were injected and each has come to each call. */
export async function everyCell(servers: Servers, wanted: number, processes: number, seed: number): Promise<Report> {
  const options = { own: ACCOUNTS, squatted: SQUATTED, shared: 4, faults: 0.35, sweepMs: QUICK_SWEEP_MS }
  const floors = { owner: 1, 'one account': 1, selection: 1, cleaned: 1, kept: 1 }
  const stage = await Stage.open(servers, { scenario: 'faults', seed, processes, ...options, floors })
  let isOver = false
  const work = [claim, cleanAndMark, die].map(task => task(stage, () => isOver))
  await Promise.race([hasInjected(stage, wanted), ...work])
  isOver = true
  await Promise.all(work)
  stage.expectServed(LEAST_SERVED)
  const report = await stage.close()
  const empty = emptyCells(report.faults)
  const unproved = isForEveryCell(wanted) && empty.length > 0 ? { 'empty cell': empty.length } : {}
  return {
    ...report,
    violations: { ...report.violations, ...unproved },
    extra: {
      ...report.extra,
      injected: injected(report.faults),
      demandsEveryCell: isForEveryCell(wanted),
      emptyCells: empty,
    },
  }
}

async function claim(stage: Stage, isOver: () => boolean): Promise<void> {
  const kept: Acknowledged[] = []
  let claims = 0
  const clients = Array.from({ length: 24 }, (_, n) => n)
  await inParallel(clients, clients.length, async () => {
    while (!isOver()) {
      const tenant = `tenant-${Math.floor(stage.random() * TENANTS)}`
      const made = await stage.tryClaim(`key-${claims++}`, tenant, stage.random() < 0.25 ? 'shared' : 'own')
      if (made) kept.push(made)
      else await sleep(1_000 * stage.random())
      const over = kept.length > KEPT ? kept.splice(Math.floor(stage.random() * kept.length), 1) : []
      for (const each of over) await stage.release(each)
    }
  })
}

/** Cleans what was given back, as somebody else's job does, and marks an account dirty now and then; one in use is refused. */
async function cleanAndMark(stage: Stage, isOver: () => boolean): Promise<void> {
  const atWork = new Map<string, Promise<unknown>>()
  while (!isOver()) {
    const bindings = await stage.bindings()
    const dirty = bindings.flatMap(({ name, labels }) => (labels.dirty === 'true' ? [name] : []))
    const some = bindings[Math.floor(stage.random() * bindings.length)]?.name
    if (some !== undefined && !dirty.includes(some) && !atWork.has(some)) begin('mark-dirty', some)
    for (const name of dirty) if (!atWork.has(name)) begin('confirm-clean', name)
    await sleep(200)
  }
  await Promise.all(atWork.values())

  function begin(kind: 'mark-dirty' | 'confirm-clean', name: string): void {
    atWork.set(
      name,
      stage.act(kind, name).then(() => atWork.delete(name)),
    )
  }
}

/** Processes at once that are to die; they wait for leases most of the time. */
const DYING = 6

/** Ends processes with a selection under way. */
async function die(stage: Stage, isOver: () => boolean): Promise<void> {
  let deaths = 0
  await inParallel(
    Array.from({ length: DYING }, (_, n) => n),
    DYING,
    async () => {
      while (!isOver()) {
        const n = deaths++
        const point = DEATHS[n % DEATHS.length] ?? 'after-intent'
        const victim = await stage.addWorker({ point, times: 1 })
        const takenOut = point === 'after-write' ? victim.gone.then(() => takeOut(stage, `dying-${n}-`)) : null
        // With a pool that is empty it has to try again; what dies with it is claimed again elsewhere.
        for (let each = 0; !victim.isGone && each < 20 && !isOver(); each++) {
          const made = await stage.tryClaim(`dying-${n}-${each}`, `dying-${n}-${each}`, 'own', victim)
          if (made) await stage.release(made)
          else await sleep(LOOK_MS)
        }
        await victim.end('SIGKILL')
        await takenOut
      }
    },
  )
}

/** Takes accounts of the tenants whose names begin so out of their pools until their claims are taken back. */
async function takeOut(stage: Stage, tenants: string): Promise<void> {
  const theirs = async () =>
    (await stage.bindings()).flatMap(({ name, labels: { tenantName, dirty } }) =>
      tenantName?.startsWith(tenants) && dirty === undefined ? [name] : [],
    )
  const names = await theirs()
  for (const name of names) await stage.landscape.setInternal(name, true)
  for (let tries = 0; tries < MOST_LOOKS && (await theirs()).length > 0; tries++) await sleep(LOOK_MS)
  for (const name of names) await stage.landscape.setInternal(name, false)
}

/** Until a claim whose process died has been settled by others: after its lease, and through failures. */
const LOOK_MS = 500
const MOST_LOOKS = 240

/** A call that is rare, as the list after a watch that expired, is waited for until so many times as many were injected. */
const PATIENCE = 4

async function hasInjected(stage: Stage, wanted: number): Promise<void> {
  for (;;) {
    const faults = await stage.faults()
    const count = injected(faults)
    const isWhole = !isForEveryCell(wanted) || emptyCells(faults).length === 0
    if (count >= PATIENCE * wanted || (count >= wanted && isWhole)) return
    await sleep(1_000)
  }
}

function isForEveryCell(wanted: number): boolean {
  return wanted >= LEAST_FOR_EVERY_CELL
}

function emptyCells(faults: Report['faults']): readonly string[] {
  return CALL_SITES.flatMap(site => FAULTS.filter(fault => !faults[site]?.[fault]).map(fault => `${site} × ${fault}`))
}

function injected(faults: Report['faults']): number {
  return Object.values(faults)
    .flatMap(row => Object.values(row))
    .reduce((sum, count) => sum + count, 0)
}
