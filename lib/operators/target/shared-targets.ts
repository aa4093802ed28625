import type { TargetPlace } from './find-target.ts'
import { unlessAborted } from './guarded-client.ts'
import type { OpenTarget } from './open-target.ts'

/** Opens clusters as administrator; callers must close what they open. */
export interface Targets {
  /** Throws GardenError like openTarget, and the reason of the signal. */
  open(place: TargetPlace, signal: AbortSignal): Promise<OpenTarget>
}

interface Shared {
  readonly opening: Promise<OpenTarget>
  readonly since: number
  users: number
  closing: NodeJS.Timeout | null
}

/** Maximum age for further users, in milliseconds; present users may finish. */
const SHARED_MS = 20_000
/** Milliseconds for which an unused access stays open for the next user. */
const LINGER_MS = 2_000

/**
 * Shares one access per cluster among concurrent and closely following users, since each costs
 * Gardener a certificate and passes its throttle. The access exists in memory only and closes two
 * seconds after its last use.
 */
export class SharedTargets implements Targets {
  readonly #openAlone: (place: TargetPlace) => Promise<OpenTarget>
  readonly #clock: () => number
  readonly #shared = new Map<string, Shared>()

  constructor(openAlone: (place: TargetPlace) => Promise<OpenTarget>, clock: () => number = () => performance.now()) {
    this.#openAlone = openAlone
    this.#clock = clock
  }

  async open(place: TargetPlace, signal: AbortSignal): Promise<OpenTarget> {
    const key = JSON.stringify(place)
    const shared = this.#sharedOf(key, place)
    shared.users++
    if (shared.closing !== null) clearTimeout(shared.closing)
    shared.closing = null
    let isOpen = true
    const close = () => {
      if (isOpen) this.#leave(key, shared)
      isOpen = false
    }
    try {
      return { ...(await unlessAborted(shared.opening, signal)), close }
    } catch (error) {
      close()
      throw error
    }
  }

  /** Closes unused accesses; users close the others. */
  async stop(): Promise<void> {
    for (const [key, shared] of this.#shared) if (shared.users === 0) this.#end(key, shared)
  }

  #sharedOf(key: string, place: TargetPlace): Shared {
    const known = this.#shared.get(key)
    if (known !== undefined && this.#clock() - known.since < SHARED_MS) return known
    const opening = this.#openAlone(place)
    const shared: Shared = { opening, since: this.#clock(), users: 0, closing: null }
    this.#shared.set(key, shared)
    // The next user retries a failed opening.
    opening.catch(() => this.#forget(key, shared))
    if (known?.users === 0) this.#end(key, known)
    return shared
  }

  #leave(key: string, shared: Shared): void {
    shared.users--
    if (shared.users > 0) return
    if (this.#shared.get(key) === shared) shared.closing = setTimeout(() => this.#end(key, shared), LINGER_MS).unref()
    else this.#end(key, shared)
  }

  #end(key: string, shared: Shared): void {
    this.#forget(key, shared)
    if (shared.closing !== null) clearTimeout(shared.closing)
    shared.opening.then(
      target => target.close(),
      () => undefined,
    )
  }

  #forget(key: string, shared: Shared): void {
    if (this.#shared.get(key) === shared) this.#shared.delete(key)
  }
}
