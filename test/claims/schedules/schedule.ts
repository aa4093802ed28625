import { setImmediate as idle } from 'node:timers/promises'
import { randomNumbers } from '../../engine/random.ts'

interface Step {
  readonly label: string
  readonly process: SimulatedProcess | null
  readonly go: () => void
}

interface Sleeper {
  readonly at: number
  readonly process: SimulatedProcess
  readonly wake: () => void
}

/** A process of the simulation; a killed one never continues. */
export interface SimulatedProcess {
  readonly name: string
  isDead: boolean
}

/** Events besides the steps, each with a probability per step. */
export interface Chances {
  /** A sleeper wakes although other steps are possible. */
  readonly wake: number
  /** Time passes until every lease has expired. */
  readonly jump: number
  /** A process is killed. */
  readonly kill: number
}

const JUMP_MS = 31_000

/**
 * Runs the steps of several processes one at a time, in an order that the seed determines; controls time and chance.
 */
export class Schedule {
  readonly random: () => number
  readonly trace: string[] = []
  readonly #chances: Chances
  #now = Date.parse('2026-05-01T00:00:00Z')
  #steps: Step[] = []
  #sleepers: Sleeper[] = []
  /** Called after each step. */
  check: () => void = () => {}

  constructor(seed: number, chances: Chances) {
    this.random = randomNumbers(seed)
    this.#chances = chances
  }

  now(): number {
    return this.#now
  }

  /** Resolves when the schedule runs this step; null: a step that survives kills, such as one of the network. */
  turn(label: string, process: SimulatedProcess | null): Promise<void> {
    return new Promise(resolve => {
      this.#steps.push({ label, process, go: resolve })
    })
  }

  sleep(ms: number, process: SimulatedProcess): Promise<void> {
    return new Promise(resolve => {
      this.#sleepers.push({ at: this.#now + ms, process, wake: resolve })
    })
  }

  advance(ms: number): void {
    this.#now += ms
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.random() * items.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }

  isChance(probability: number): boolean {
    return probability > 0 && this.random() < probability
  }

  /** Runs until `done`, or until no step is left. */
  async run(done: () => boolean, processes: readonly SimulatedProcess[], mayHarm = true): Promise<void> {
    for (let steps = 0; ; steps++) {
      await idle()
      this.check()
      if (done()) return
      if (steps > 20_000) throw new Error(`The schedule does not come to an end:\n${this.trace.slice(-60).join('\n')}`)
      if (mayHarm) this.#harm(processes)
      this.#steps = this.#steps.filter(step => step.process?.isDead !== true)
      this.#sleepers = this.#sleepers.filter(({ process }) => !process.isDead)
      if (this.#steps.length > 0 && !this.isChance(this.#chances.wake)) this.#next()
      else if (!this.#wakeFirst() && !this.#next()) return
    }
  }

  #next(): boolean {
    const place = Math.floor(this.random() * this.#steps.length)
    const [step] = this.#steps.splice(place, 1)
    if (!step) return false
    this.trace.push(`${step.process?.name ?? '-'}: ${step.label}`)
    step.go()
    return true
  }

  #wakeFirst(): boolean {
    this.#sleepers.sort((a, b) => a.at - b.at)
    const sleeper = this.#sleepers.shift()
    if (!sleeper) return false
    this.#now = Math.max(this.#now, sleeper.at)
    sleeper.wake()
    return true
  }

  #harm(processes: readonly SimulatedProcess[]): void {
    if (this.isChance(this.#chances.jump)) {
      this.trace.push('- time passes')
      this.#now += JUMP_MS
    }
    if (!this.isChance(this.#chances.kill)) return
    const alive = processes.filter(({ isDead }) => !isDead)
    // The last process survives, for the recovery.
    if (alive.length < 2) return
    const victim = this.pick(alive)
    victim.isDead = true
    this.trace.push(`${victim.name} is killed`)
  }
}
