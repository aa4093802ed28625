import { setTimeout as sleep } from 'node:timers/promises'
import { inParallel } from '../stress/landscape.ts'
import type { Access } from './access.ts'
import type { Findings } from './report.ts'

/** Maximum of simultaneous calls. */
export const LANES = 8
const LOOK_MS = 250

/** Holders of kubeconfigs. */
export class Crowd {
  readonly #access: Access
  readonly #found: Findings
  readonly #kubeconfigs = new Map<string, string>()

  constructor(access: Access, found: Findings) {
    this.#access = access
    this.#found = found
  }

  /** Applies requests, and stores each kubeconfig once it is issued. */
  async join(names: readonly string[]): Promise<void> {
    await inParallel(names, LANES, name => this.#access.apply(name))
    await inParallel(names, LANES, async name => {
      await this.#access.untilIssued(name)
      this.#kubeconfigs.set(name, await this.#access.kubeconfig(name))
    })
  }

  ask(name: string): Promise<number | string> {
    return this.#access.caller.ask(this.#kubeconfigs.get(name) ?? '')
  }

  async expect(names: readonly string[], status: number, violation: string): Promise<void> {
    await inParallel(names, LANES, async name => {
      const answer = await this.ask(name)
      if (answer !== status) this.#found.violated(violation, `${name}: ${answer}`)
    })
  }

  /** Uses the kubeconfigs of all `living` repeatedly. A response after a holder was removed is ignored. */
  watch(living: ReadonlySet<string>): Watch {
    let over = false
    let [rounds, looks] = [0, 0]
    const look = async (name: string) => {
      if (!living.has(name)) return
      const answer = await this.ask(name)
      looks++
      if (answer !== 200 && living.has(name)) this.#found.violated('other affected', `${name}: ${answer}`)
    }
    const working = (async () => {
      for (; !over; await sleep(LOOK_MS)) {
        await inParallel([...living], LANES, look)
        rounds++
      }
    })()
    return {
      async wholeRound() {
        // The current round may have begun before.
        const wanted = rounds + 2
        while (rounds < wanted) await sleep(LOOK_MS / 5)
      },
      async end() {
        over = true
        await working
        return looks
      },
    }
  }
}

interface Watch {
  /** Resolves when every holder was checked since. */
  wholeRound(): Promise<void>
  /** Returns the total number of checks. */
  end(): Promise<number>
}
