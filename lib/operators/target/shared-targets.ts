import type { TargetPlace } from './find-target.ts'
import { unlessAborted } from './guarded-client.ts'
import type { OpenTarget } from './open-target.ts'

/** Opens clusters to their administrator; whatever it opens must be closed. */
export interface Targets {
  /** Throws GardenError, as openTarget does, and the signal's reason. */
  open(place: TargetPlace, signal: AbortSignal): Promise<OpenTarget>
}

interface Shared {
  readonly opening: Promise<OpenTarget>
  readonly since: number
  users: number
  closing: NodeJS.Timeout | null
}

/** Milliseconds after which an access is given to nobody else: who uses it may still end what was begun. */
const SHARED_MS = 20_000
/** Milliseconds an access that nobody uses is kept for who comes next. */
const LINGER_MS = 2_000

/**
 * Opens each cluster once for all who want it in the same moment, or shortly after: an access costs Gardener a certificate and a
 * turn behind its throttle. It is held in memory only, and gone two seconds after its last use.
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

  /** Closes what nobody uses; the rest is closed by its users. */
  async stop(): Promise<void> {
    for (const [key, shared] of this.#shared) if (shared.users === 0) this.#end(key, shared)
  }

  #sharedOf(key: string, place: TargetPlace): Shared {
    const known = this.#shared.get(key)
    if (known !== undefined && this.#clock() - known.since < SHARED_MS) return known
    const opening = this.#openAlone(place)
    const shared: Shared = { opening, since: this.#clock(), users: 0, closing: null }
    this.#shared.set(key, shared)
    // What failed is tried anew by whoever comes next.
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
