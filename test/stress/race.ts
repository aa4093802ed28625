import { setTimeout as sleep } from 'node:timers/promises'
import type { Looked } from './history.ts'
import type { Acknowledged } from './history-facts.ts'
import { inParallel } from './landscape.ts'
import { nameOf, QUICK_SWEEP_MS, type Scenario } from './scenario.ts'
import { Stage } from './stage.ts'

/** As many tenants as accounts, so that sometimes one finds none. */
const ACCOUNTS = 12
/** Additional accounts with a permanent cluster of another tenant. */
const SQUATTED = 2
/** Minimum share of the claims that get an account: less than half of the observed share. */
const LEAST_SERVED = 0.1
/** One of this many rounds releases an account with its cluster. */
const LEAVE_EVERY = 20
/** Time until the witness has received the last writes. */
const WATCHED_MS = 150
/** A refusal before any write that names running clusters. */
const IN_USE = /^refused: .*still uses? this account/

/**
 * Minimum share of the remaining clusters for which cleanings have to be refused, and which the history has to show on
 * dirty accounts.
 */
const LEAST_REFUSED = 0.2
/** Share of the responses that faults may affect. */
const HARMED = 0.5
/** A result that is inconclusive because of a fault. */
const NO_ANSWER = /^(failed|unknown|busy)/
/** Maximum of attempts with inconclusive results. */
const MOST_TRIES = 8

/** Claims, releases, marks and cleanings on a few accounts. */
export const race: Scenario = async (servers, { rounds, processes, seed, harm }) => {
  const stage = await Stage.open(servers, {
    scenario: nameOf('race', harm),
    seed,
    processes,
    own: ACCOUNTS,
    squatted: SQUATTED,
    shared: 0,
    faults: harm,
    sweepMs: QUICK_SWEEP_MS,
    floors: floorsOf(rounds),
  })
  const scene = new Race(stage)
  const all = Array.from({ length: rounds }, (_, n) => n)
  await inParallel(all, 16, n => scene.round(n))
  const { words, refusedInUse } = scene
  Object.assign(stage.extra, { rounds, words, leftClusters: stage.left.length, refusedInUse })
  if (refusedInUse < LEAST_REFUSED * stage.left.length || refusedInUse === 0)
    stage.violated('guard never used', `${refusedInUse} of ${stage.left.length} accounts with a cluster`)
  stage.expectServed(LEAST_SERVED * (harm > 0 ? HARMED : 1))
  return stage.close()
}

/** A fraction of the observed numbers. */
function floorsOf(rounds: number): Partial<Looked> {
  const some = Math.max(1, Math.floor(rounds / 100))
  const left = Math.ceil((LEAST_REFUSED * LEAST_SERVED * rounds) / LEAVE_EVERY)
  return { owner: some, selection: some, dirtied: some, cleaned: some, done: some, foreign: some, left }
}

class Race {
  /** Number of each result of actions. */
  readonly words: Record<string, number> = {}
  /** Cleanings that a running cluster prevented, of accounts that another client had marked dirty. */
  refusedInUse = 0
  readonly #stage: Stage

  constructor(stage: Stage) {
    this.#stage = stage
  }

  async round(n: number): Promise<void> {
    const stage = this.#stage
    const tenant = `tenant-${this.#oneOf(ACCOUNTS)}`
    const isLeft = n % LEAVE_EVERY === 0
    if (!isLeft && stage.random() < 0.55) {
      const binding = stage.own[this.#oneOf(stage.own.length)] ?? ''
      await this.#act(stage.random() < 0.45 ? 'mark-dirty' : 'confirm-clean', binding)
      return
    }
    const claim = await stage.tryClaim(`key-${n}`, tenant, 'own')
    if (claim === null) return
    if (stage.random() < 0.3) await this.#act('mark-dirty', claim.binding)
    const hasShoot = isLeft || stage.random() < 0.1
    if (hasShoot) await stage.landscape.addShoot(`c-${n}`, claim.binding, tenant)
    if (stage.random() < 0.3) await this.#act('confirm-clean', claim.binding)
    if (isLeft) await this.#leave(claim)
    if (hasShoot) await stage.landscape.removeShoot(`c-${n}`)
    if (claim.releasedAt === null) await stage.release(claim)
  }

  /**
   * Releases an account whose cluster still runs. The console does not mark it, but KEB may; then a person confirms it
   * clean.
   */
  async #leave(claim: Acknowledged): Promise<void> {
    const { landscape, left } = this.#stage
    const from = Date.now()
    await this.#stage.release(claim)
    await this.#act('mark-dirty', claim.binding)
    await landscape.markDirty(claim.binding)
    let words = await this.#act('confirm-clean', claim.binding)
    for (let tries = 1; NO_ANSWER.test(words) && tries < MOST_TRIES; tries++)
      words = await this.#act('confirm-clean', claim.binding)
    if (IN_USE.test(words)) this.refusedInUse++
    await sleep(WATCHED_MS)
    left.push({ binding: claim.binding, from, until: Date.now() })
  }

  async #act(kind: 'mark-dirty' | 'confirm-clean', binding: string): Promise<string> {
    const words = await this.#stage.act(kind, binding)
    const word = `${kind}: ${words.slice(0, 60)}`
    this.words[word] = (this.words[word] ?? 0) + 1
    return words
  }

  #oneOf(count: number): number {
    return Math.floor(this.#stage.random() * count)
  }
}
