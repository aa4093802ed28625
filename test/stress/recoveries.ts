import { isUnsettled } from './history.ts'
import type { FinalClaim, Violation } from './history-facts.ts'

/** Everything in progress in a killed process has to be settled within this time. */
export const RECOVERY_MS = 60_000

type SeenClaim = Pick<FinalClaim, 'id' | 'status' | 'message'>

interface Death {
  readonly where: string
  readonly at: number
  /** Ids of claims in progress that are not settled yet. */
  readonly open: Set<string>
}

/**
 * Measures the time from each death until every claim in progress in that process is settled: reserved, over, or
 * waiting with a reason.
 */
export class Recoveries {
  readonly #deaths: Death[] = []
  readonly #times: number[] = []

  /**
   * Records the death of a process with claims in progress. For a claim that it recovered from another process, the
   * later death counts.
   */
  died(where: string, at: number, claims: readonly SeenClaim[]): void {
    const open = new Set(claims.filter(isOpen).map(({ id }) => id))
    for (const earlier of this.#deaths) for (const id of open) earlier.open.delete(id)
    this.#deaths.push({ where, at, open })
  }

  /** Records which claims are settled in the database at a time. */
  look(claims: readonly SeenClaim[], now: number): void {
    const unsettled = new Set(claims.filter(isOpen).map(({ id }) => id))
    for (const { at, open } of this.#deaths)
      for (const id of open)
        if (!unsettled.has(id)) {
          open.delete(id)
          this.#times.push(now - at)
        }
  }

  /** Whether there is nothing left to wait for: all claims are settled, or too late. */
  isOver(now: number): boolean {
    return this.#deaths.every(({ at, open }) => open.size === 0 || now - at > RECOVERY_MS)
  }

  violations(): readonly Violation[] {
    const late = this.#times.filter(ms => ms > RECOVERY_MS)
    return [
      ...late.map(ms => ({ kind: 'slow recovery', detail: `${ms} ms` })),
      ...this.#deaths.flatMap(({ where, open }) =>
        [...open].map(id => ({ kind: 'slow recovery', detail: `${id} is not settled since a death ${where}` })),
      ),
    ]
  }

  figures(): { readonly deaths: number; readonly claimsLeft: number; readonly slowestSeconds: number } {
    const claimsLeft = this.#times.length + this.#deaths.reduce((sum, { open }) => sum + open.size, 0)
    return {
      deaths: this.#deaths.length,
      claimsLeft,
      slowestSeconds: Math.round(Math.max(0, ...this.#times) / 100) / 10,
    }
  }
}

/** Whether a claim is in doubt; a waiting one with a reason is not. */
function isOpen({ status, message }: SeenClaim): boolean {
  return isUnsettled(status) || (status === 'waiting' && message === null)
}
