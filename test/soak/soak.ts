import { setTimeout as sleep } from 'node:timers/promises'
import { Caller } from './caller.ts'
import { claimAndRelease, type Promised } from './claims.ts'
import { injectFaults } from './faults.ts'
import { Garden } from './garden.ts'
import { judgeHistory, settled } from './history.ts'
import { readPages } from './pages.ts'
import { Sampler } from './sampler.ts'
import { SegmentedWitness } from './segmented-witness.ts'
import { Streams } from './streams.ts'
import { headOfTable } from './table.ts'
import { Tally } from './tally.ts'
import { changeAccounts, changeRules } from './user-changes.ts'
import { driftsOf, percent, wrongWith } from './verdict.ts'
import { World } from './world.ts'

interface SoakOptions {
  readonly ms: number
  readonly streams: number
  readonly clients: number
  readonly accounts: number
  readonly seed: number
  readonly intervalMs: number
  readonly kubeconfig: string | null
  readonly databaseUrl: string | null
}

/** The warm-up contains the restarts of the console; after it one process is measured. */
const WARM_UP = 0.25
const MOST_WARM_UP_MS = 15 * 60_000
const FAULT_EVERY_MS = 4_000
const GARDEN_DOWN_MS = 3_000
/** Requests in flight before the API server stops are finished by then. */
const QUIET_MS = 6_000
/** Maximum delay of events after the last restart. */
const HEAR_MS = 30_000

/** Runs a console under churn, faults and restarts; returns figures, and problems as text. */
export async function soak(options: SoakOptions) {
  const world = await World.start(options)
  try {
    return await underLoad(world, options)
  } finally {
    await world.stop()
  }
}

async function underLoad(world: World, options: SoakOptions) {
  const { ms, clients, intervalMs, seed } = options
  const { landscape, url } = world
  const tally = new Tally()
  const [load, end] = [new AbortController(), new AbortController()]
  const promised: Promised = { acknowledged: [], done: [] }
  const witness = await SegmentedWitness.start(landscape.kubeconfig, landscape.namespace)
  const garden = new Garden(landscape)
  const operator = await Caller.signIn(url, 'operator', tally, load.signal)
  const admin = await Caller.signIn(url, 'admin', tally, load.signal)
  const streams = new Streams(options.streams, url, operator.cookie, end.signal)
  const sampler = new Sampler({
    world,
    streams,
    claims: () => promised.acknowledged.length,
    intervalMs,
    ends: end.signal,
  })
  console.error(headOfTable())
  const sampling = sampler.run()
  const ends = load.signal
  const working = [
    ...Array.from({ length: clients }, (_, n) =>
      claimAndRelease(n, { caller: operator, garden, promised, ends, seed }),
    ),
    changeAccounts({ garden, operator, streams, ends }),
    changeRules(admin, ends),
    readPages(operator, ends),
    ...(world.isEmbedded ? [injectFaults(world.kubeconfig, FAULT_EVERY_MS, tally, ends)] : []),
  ]
  const warmUpMs = Math.min(ms * WARM_UP, MOST_WARM_UP_MS)
  const begun = Date.now()
  const until = (moment: number) => sleep(Math.max(0, begun + moment - Date.now()))
  const restart = async (how: 'SIGTERM' | 'SIGKILL') => {
    const code = await world.restartConsole(how)
    tally.count(`console ended by ${how}`)
    if (how === 'SIGTERM' && code !== 0) tally.unexpected('exit code of the console', String(code))
  }
  await until(warmUpMs * 0.2)
  await restart('SIGTERM')
  await until(warmUpMs * 0.5)
  await restart('SIGKILL')
  const [measuredFrom, pid] = [begun + warmUpMs, world.pid]
  await until(warmUpMs + (ms - warmUpMs) / 2)
  if (world.isEmbedded) {
    await witness.lookAway(() => world.restartGarden(GARDEN_DOWN_MS))
    tally.count('garden restarted')
  }
  await until(ms)
  const measuredUntil = Date.now()
  if (world.pid !== pid || !isAlive(pid)) tally.unexpected('console ended by itself', `process ${pid}`)

  load.abort()
  await Promise.all(working)
  await restart('SIGTERM')
  const restarted = Date.now()
  await settled(landscape.databaseUrl)
  await sleep(Math.max(QUIET_MS, restarted + HEAR_MS - Date.now()))
  const silent = streams.silentSince(restarted)
  end.abort()
  await sampling
  const versions = await witness.stop()
  const { violations, looked } = await judgeHistory(versions, promised, landscape.databaseUrl)
  garden.close()

  const measured = sampler.samples.filter(({ at }) => at >= measuredFrom && at <= measuredUntil)
  const wrong = [
    ...wrongWith(measured, measuredUntil - measuredFrom),
    ...violations.map(({ kind, detail }) => `${kind}: ${detail}`),
    ...tally.unexpectedOnes,
    ...(silent > 0 ? [`${silent} streams received nothing after the last restart`] : []),
    ...(streams.received === 0 ? ['no stream received any change'] : []),
  ]
  const drifts = Object.entries(driftsOf(measured)).map(([what, share]) => [what, percent(share)])
  return {
    minutes: Math.round(ms / 6_000) / 10,
    warmUpMinutes: Math.round(warmUpMs / 6_000) / 10,
    looks: measured.length,
    from: measured[0] ?? null,
    to: measured.at(-1) ?? null,
    drift: Object.fromEntries(drifts),
    mostStaleSeconds: measured.reduce((most, { staleSeconds }) => Math.max(most, staleSeconds), 0),
    lagMs: streams.lags,
    reconnects: streams.reconnects,
    claims: promised.acknowledged.length,
    actionsByHand: promised.done.length,
    versions: versions.length,
    errors: tally.counts,
    looked,
    intervals: sampler.intervals,
    wrong: wrong.length,
    examples: wrong.slice(0, 20),
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
