import { isUnsettled } from './history.ts'
import type { FinalClaim, Violation } from './history-facts.ts'

/** Within so long after a death everything that was under way in that process is settled. */
export const RECOVERY_MS = 60_000

type SeenClaim = Pick<FinalClaim, 'id' | 'status' | 'message'>

interface Death {
  readonly where: string
  readonly at: number
  /** Ids of claims that were under way and are not settled yet. */
  readonly open: Set<string>
}

/** How long it takes from each death until every claim that was under way in the dead process is settled: reserved, over, or waiting with a reason. */
export class Recoveries {
  readonly #deaths: Death[] = []
  readonly #times: number[] = []

  /** A process died, in milliseconds, with claims under way. Of one that it went on with for another dead process it is the later death that counts. */
  died(where: string, at: number, claims: readonly SeenClaim[]): void {
    const open = new Set(claims.filter(isOpen).map(({ id }) => id))
    for (const earlier of this.#deaths) for (const id of open) earlier.open.delete(id)
    this.#deaths.push({ where, at, open })
  }

  /** Claims as the database has them at a moment. */
  look(claims: readonly SeenClaim[], now: number): void {
    const unsettled = new Set(claims.filter(isOpen).map(({ id }) => id))
    for (const { at, open } of this.#deaths)
      for (const id of open)
        if (!unsettled.has(id)) {
          open.delete(id)
          this.#times.push(now - at)
        }
  }

  /** Whether there is nothing left to wait for: all is settled, or too late. */
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

/** Nobody knows what becomes of it; who waits has been told why. */
function isOpen({ status, message }: SeenClaim): boolean {
  return isUnsettled(status) || (status === 'waiting' && message === null)
}
