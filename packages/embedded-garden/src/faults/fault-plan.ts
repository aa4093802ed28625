import type { RequestKind } from '#embedded-garden/http/request-log.ts'
import { Fault, type FaultInput, type Mishap } from './fault.ts'

/** The faults that wait for their requests, in the order they were added. */
export class FaultPlan {
  #faults: { fault: Fault; left: number }[] = []

  /** Throws ZodError for a fault that is not one. */
  add(fault: FaultInput): void {
    const parsed = Fault.parse(fault)
    this.#faults.push({ fault: parsed, left: parsed.times === 0 ? Number.POSITIVE_INFINITY : parsed.times })
  }

  clear(): void {
    this.#faults = []
  }

  get waiting(): Fault[] {
    return this.#faults.map(({ fault }) => fault)
  }

  /** The mishap of this request, used up by it; null = none. `shoot`: whose API server it is for, null = the garden's own. */
  take(request: RequestKind, shoot: string | null): Mishap | null {
    const found = this.#faults.find(({ fault }) => concerns(fault, shoot) && matches(fault, request))
    if (!found) return null
    found.left--
    if (found.left <= 0) this.#faults = this.#faults.filter(other => other !== found)
    return found.fault.mishap
  }
}

function concerns({ match }: Fault, shoot: string | null): boolean {
  return match.shoot === '*' ? shoot !== null : (match.shoot ?? null) === shoot
}

function matches({ match, mishap }: Fault, { verb, resource, userAgent }: RequestKind): boolean {
  if (mishap.type.endsWith('-watch') && verb !== 'watch') return false
  if (match.verb !== undefined && match.verb !== verb) return false
  if (match.resource !== undefined && match.resource !== resource) return false
  return match.userAgent === undefined || userAgent.startsWith(match.userAgent)
}
