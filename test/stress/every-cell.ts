import { setTimeout as sleep } from 'node:timers/promises'
import type { CrashPoint } from '#lib/services/claims/claim-context.ts'
import { CALL_SITES, FAULTS } from './faulty-client.ts'
import type { Acknowledged } from './history-facts.ts'
import { inParallel, type Servers } from './landscape.ts'
import type { Report } from './report.ts'
import { QUICK_SWEEP_MS } from './scenario.ts'
import { Stage } from './stage.ts'

/** Released accounts have to be cleaned, so pools are sometimes empty and are then listed. */
const TENANTS = 30
const ACCOUNTS = 52
/** Additional accounts with a cluster of another tenant; actions read that cluster from Gardener by its name. */
const SQUATTED = 4
/** Claims that are not released for a while, so that others of their tenant get the same account. */
const KEPT = 24
/** Minimum share of the claims that get an account although pools are sometimes empty: half of the observed share. */
const LEAST_SERVED = 0.3
/** Points before writes that only a recovery makes: an intent is fenced, a write reverted. */
const DEATHS: readonly CrashPoint[] = ['after-intent', 'after-write']
/** From this number on, a run must fill every cell of the matrix; a smaller one cannot hit them all. */
export const LEAST_FOR_EVERY_CELL = 5_000

/** Claims, releases and actions under faults, until that many were injected and each kind has hit each call. */
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

/** Cleans released accounts like a cleaner, and sometimes marks an account dirty; the service refuses one in use. */
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

/** Number of simultaneous processes that are to die; they usually wait for leases. */
const DYING = 6

/** Kills processes during a selection. */
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
        // If the pool is empty, it has to retry; another process claims again what dies with it.
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

/** Takes accounts of tenants with this prefix out of their pools until their claims are reverted. */
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

/** Pause while other processes settle the claim of a killed one: after its lease, and despite faults. */
const LOOK_MS = 500
const MOST_LOOKS = 240

/**
 * A rare call, such as the list after an expired watch, is awaited until this many times as many faults were injected.
 */
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
