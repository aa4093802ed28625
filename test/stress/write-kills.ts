import { setTimeout as sleep } from 'node:timers/promises'
import { SWEEP_MS } from '#lib/runtime/start-claims.ts'
import type { End } from '../crash/mortal-process.ts'
import type { Worker } from './crew.ts'
import { inParallel, type Servers } from './landscape.ts'
import type { Job, Result } from './messages.ts'
import { labelsAlone, POOL_LABELS } from './pools.ts'
import { RECOVERY_MS } from './recoveries.ts'
import type { Report } from './report.ts'
import { Stage } from './stage.ts'

/** Simultaneous processes that work until they die. */
const AT_WORK = 4
/** A victim that writes less than the first process, because others were faster, is replaced by another one. */
const MOST_TRIES = 6
/** Accounts in addition to those of each life; killed processes block some of them for a while. */
const SPARE = 40
/** Time until the watch of a process has delivered the last writes. */
const WATCHED_MS = 150
/** Time until writes without a waiting client are done. */
const QUIET_MS = 300
/** A write that is never reached. */
const NEVER: End = { write: Number.MAX_SAFE_INTEGER, side: 'after' }

/**
 * A process runs everything that the claim service does, and reports its writes; then processes die by SIGKILL before,
 * and after, each of these writes, with or without a named crash point. At least `count` processes die.
 */
export async function killsAtWrites(
  servers: Servers,
  count: number,
  processes: number,
  seed: number,
): Promise<readonly Report[]> {
  const reports: Report[] = []
  for (let left = count; left > 0; ) {
    const report = await killAtEachWrite(servers, processes, seed + reports.length)
    reports.push(report)
    left -= Math.max(1, report.kills)
  }
  return reports
}

async function killAtEachWrite(servers: Servers, processes: number, seed: number): Promise<Report> {
  const population = { own: SPARE, shared: 4 }
  const stage = await Stage.open(servers, {
    scenario: 'write-kills',
    seed,
    processes,
    ...population,
    sweepMs: SWEEP_MS,
  })
  const lives = new Lives(stage)
  const writes = await lives.whole()
  const ends = writes.flatMap((_, write) => (['before', 'after'] as const).map(side => ({ write, side })))
  await inParallel(ends, AT_WORK, async end => {
    const where = `${end.side} ${writes[end.write]}`
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      if (await lives.until(end)) return stage.died(where)
    }
    stage.violated('too few kills', `no process died ${where}, write ${end.write} of ${writes.length}`)
  })
  await lives.settled()
  return stage.close()
}

/** Runs processes, each with its own tenants, and clients that retry on other processes when theirs has died. */
class Lives {
  readonly #stage: Stage
  readonly #clients: Promise<void>[] = []
  /** Keys of waiting claims whose account was added later. */
  readonly #waited: string[] = []
  #next = 0

  constructor(stage: Stage) {
    this.#stage = stage
  }

  /** Runs everything once, and returns the writes in order. */
  async whole(): Promise<readonly string[]> {
    const process = await this.#stage.addWorker(NEVER)
    await this.#live(process)
    await sleep(QUIET_MS)
    const { writes } = await process.counts()
    await process.end()
    if (writes.length === 0) this.#stage.violated('too few kills', 'a process wrote nothing')
    return writes.map(write => (write.includes('audit_entry') ? 'audit' : write))
  }

  /** Whether a process died at its end. */
  async until(end: End): Promise<boolean> {
    const victim = await this.#stage.addWorker(end)
    const life = this.#live(victim)
    this.#clients.push(life)
    await Promise.race([life, victim.gone])
    return victim.diesWithin(QUIET_MS)
  }

  /** Waits for all clients, and for the background work of processes. */
  async settled(): Promise<void> {
    const stage = this.#stage
    await Promise.all(this.#clients)
    const begun = performance.now()
    for (;;) {
      const claims = new Map((await stage.claims()).map(claim => [claim.key, claim]))
      const waiting = this.#waited.filter(key => claims.get(key)?.status !== 'reserved')
      if (waiting.length === 0) return
      if (performance.now() - begun > RECOVERY_MS) {
        for (const key of waiting) stage.violated('never served', `${key} is ${claims.get(key)?.status}`)
        return
      }
      await sleep(500)
    }
  }

  /** Runs every kind of work of the claim service in sequence; clients of a dead process retry elsewhere. */
  async #live(process: Worker): Promise<void> {
    const stage = this.#stage
    const number = this.#next++
    const name = (what: string) => `${what}-${number}`
    await stage.landscape.addAccounts([name('first'), name('second')], POOL_LABELS.own)
    const kept = await stage.claim(name('kept'), name('keeper'), 'own', process)
    if (kept !== null) {
      await this.#ask({ kind: 'name-cluster', id: kept.id, cluster: name('cluster') }, process)
      await stage.landscape.addShoot(name('cluster'), kept.binding, name('keeper'))
      await sleep(WATCHED_MS)
      await process.run({ kind: 'sweep' })
    }
    for (const pool of ['own', 'shared'] as const) {
      const claim = await stage.claim(name(`given-${pool}`), name('giver'), pool, process)
      if (claim !== null) await stage.release(claim, process)
    }
    // There is no account: its client does not wait.
    await stage.tryClaim(name('impatient'), name('impatient'), 'eu', process)
    const refused = await this.#ask(
      { kind: 'claim', key: name('refused'), tenant: name('stranger'), pool: 'none' },
      process,
    )
    if (refused.kind !== 'claimed' || refused.status !== 'refused') stage.violated('not refused', name('refused'))
    await this.#ask({ kind: 'claim', key: name('patient'), tenant: name('patient'), pool: 'alone' }, null)
    this.#waited.push(name('patient'))
    await stage.landscape.addAccounts([name('late')], labelsAlone(name('patient')))
    await sleep(WATCHED_MS)
    await process.run({ kind: 'sweep' })
  }

  /** Sends a job to a process first, and then to others until there is a result. */
  async #ask(job: Job, first: Worker | null): Promise<Result> {
    const begun = performance.now()
    let result = await (first?.run(job) ?? this.#stage.run(job))
    while (result.kind === 'busy' && performance.now() - begun < RECOVERY_MS) {
      await sleep(200 + this.#stage.random() * 300)
      result = await this.#stage.run(job)
    }
    return result
  }
}
