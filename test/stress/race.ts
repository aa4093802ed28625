import { setTimeout as sleep } from 'node:timers/promises'
import type { Acknowledged } from './history.ts'
import { inParallel, type Servers } from './landscape.ts'
import { type Report, Stage } from './stage.ts'

/** As many tenants as accounts, so that now and then one finds none. */
const ACCOUNTS = 12
/** Accounts beside those on which somebody else's cluster runs all the time. */
const SQUATTED = 2
/** Share of the claims that come to an account all the same: less than half of what runs have come to. */
const LEAST_SERVED = 0.1
/** Each round after so many gives an account back under its cluster. */
const LEAVE_EVERY = 20
/** Until the witness has heard of what was just written. */
const WATCHED_MS = 150
/** A refusal that names clusters that run, before anything is written. */
const IN_USE = /^refused: .*still uses? this account/

/** Claims, releases, marks of dirt and cleanings meet on a few accounts. */
export async function race(servers: Servers, rounds: number, processes: number, seed: number): Promise<Report> {
  const stage = await Stage.open(servers, {
    scenario: 'race',
    seed,
    processes,
    own: ACCOUNTS,
    squatted: SQUATTED,
    shared: 0,
    sweeps: true,
  })
  const scene = new Race(stage)
  const all = Array.from({ length: rounds }, (_, n) => n)
  await inParallel(all, 16, n => scene.round(n))
  const { words, refusedInUse } = scene
  Object.assign(stage.extra, { rounds, words, leftClusters: stage.left.length, refusedInUse })
  if (refusedInUse === 0) stage.violated('guard never asked', `${stage.left.length} accounts with a cluster`)
  stage.expectServed(LEAST_SERVED)
  return stage.close()
}

class Race {
  /** How often each answer came to an action. */
  readonly words: Record<string, number> = {}
  /** Cleanings refused for a cluster that runs, of accounts somebody else had marked dirty under it. */
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

  /** Gives an account back while its cluster still runs. We do not mark it then; KEB may all the same, and somebody takes it for clean. */
  async #leave(claim: Acknowledged): Promise<void> {
    const { landscape, left } = this.#stage
    const from = Date.now()
    await this.#stage.release(claim)
    await this.#act('mark-dirty', claim.binding)
    await landscape.markDirty(claim.binding)
    const words = await this.#act('confirm-clean', claim.binding)
    if (IN_USE.test(words)) this.refusedInUse++
    await sleep(WATCHED_MS)
    left.push({ binding: claim.binding, from, until: Date.now() })
  }

  async #act(kind: 'mark-dirty' | 'confirm-clean', binding: string): Promise<string> {
    const result = await this.#stage.run({ kind, binding })
    const words = 'words' in result ? result.words : result.kind
    const word = `${kind}: ${words.slice(0, 60)}`
    this.words[word] = (this.words[word] ?? 0) + 1
    return words
  }

  #oneOf(count: number): number {
    return Math.floor(this.#stage.random() * count)
  }
}
