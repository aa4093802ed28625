const LANES = ['due', 'change', 'resync'] as const

/** Why a key waits: a time has come that it waited for, something changed, or it is only looked at to be safe, when nothing else is to be done. */
export type Lane = (typeof LANES)[number]

export interface Place {
  readonly key: string
  /** Time of the clock at which it was first added. */
  readonly since: number
}

/** The lane in which a key comes first. */
export function moreUrgent(a: Lane, b: Lane): Lane {
  return LANES.indexOf(a) < LANES.indexOf(b) ? a : b
}

/**
 * Keys that wait for their turn, each once, in each lane the first that came. What is due and what changed take turns, so that
 * neither a thousand changes make a time be missed, nor keys that are due again and again keep changes waiting.
 */
export class WaitingLine {
  readonly #lanes: Readonly<Record<Lane, Map<string, number>>> = {
    due: new Map(),
    change: new Map(),
    resync: new Map(),
  }
  #last: Lane = 'change'

  get length(): number {
    return LANES.reduce((sum, lane) => sum + this.#lanes[lane].size, 0)
  }

  add(key: string, lane: Lane, now: number): void {
    const before = LANES.find(each => this.#lanes[each].has(key)) ?? null
    if (before !== null && moreUrgent(before, lane) === before) return
    this.#lanes[lane].set(key, (before === null ? null : this.#lanes[before].get(key)) ?? now)
    if (before !== null) this.#lanes[before].delete(key)
  }

  /** Takes the next one out; null when nobody waits. */
  next(): Place | null {
    const order: readonly Lane[] = this.#last === 'due' ? ['change', 'due', 'resync'] : LANES
    for (const lane of order)
      for (const [key, since] of this.#lanes[lane]) {
        this.#lanes[lane].delete(key)
        this.#last = lane
        return { key, since }
      }
    return null
  }

  clear(): void {
    for (const lane of LANES) this.#lanes[lane].clear()
  }
}
