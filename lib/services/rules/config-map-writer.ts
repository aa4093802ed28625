import type { User } from '#lib/auth/session.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { TextPlace } from '#lib/garden/config-map/config-map-text.ts'
import { REASON_LIMITS } from '#lib/hap/actions/action.ts'
import { cutText } from '#lib/hap/text/text.ts'
import { StoreError } from '#lib/store/failure/store-errors.ts'
import { logError } from '#lib/telemetry/log.ts'
import { type WriteContext, type WriteResult, writeConfigMap } from './write-config-map.ts'

/** What this process knows of the writing of a revision that is not done. */
export type PendingWrite =
  | { readonly number: number; readonly kind: 'writing' }
  /** `again`: it is tried again by itself. `owned`: it was refused because the text there was somebody else's. */
  | {
      readonly number: number
      readonly kind: 'failed'
      readonly reason: string
      readonly again: boolean
      readonly owned: boolean
    }

interface Order {
  readonly user: User
  readonly requestId: string | null
  readonly number: number
  readonly reason: string
}

interface WriterOptions {
  /** Before each try after the first. */
  readonly delaysMs?: readonly number[]
}

/** Over a restart of an API server. */
const DELAYS_MS = [2_000, 10_000, 30_000, 60_000]

/** Writes published rules to the ConfigMap after they are in force, so that nobody who publishes waits for a cluster. */
export class ConfigMapWriter {
  readonly #context: WriteContext
  readonly #delaysMs: readonly number[]
  #pending: PendingWrite | null = null
  #changes = 0
  /** Counts what was begun: an older try leaves the place to a newer one. */
  #turn = 0
  #timer: NodeJS.Timeout | undefined

  constructor(context: WriteContext, { delaysMs = DELAYS_MS }: WriterOptions = {}) {
    this.#context = context
    this.#delaysMs = delaysMs
  }

  get place(): TextPlace {
    return this.#context.place
  }

  /** Null where nothing is being written, and the last writing came to its end. */
  get pending(): PendingWrite | null {
    return this.#pending
  }

  /** Counts what came of writing. */
  get changes(): number {
    return this.#changes
  }

  /** Begins to write what was published, and returns at once. */
  begin(order: Order): void {
    void this.#attempt(order, this.#next(), 0)
  }

  /** Writes it because a person asks for that. Throws as writeConfigMap does. */
  async write(request: Omit<Order, 'number' | 'reason'> & { readonly input: unknown }): Promise<WriteResult> {
    const result = await writeConfigMap(this.#context, request)
    if (result.kind === 'written') {
      this.#next()
      this.#settle(null)
    }
    return result
  }

  /** Nothing is tried again from then on. */
  close(): void {
    this.#next()
  }

  #next(): number {
    clearTimeout(this.#timer)
    return ++this.#turn
  }

  async #attempt(order: Order, turn: number, tried: number): Promise<void> {
    const { user, requestId, number, reason } = order
    this.#pending = { number, kind: 'writing' }
    const input = { reason: cutText(`Revision ${number}: ${reason}`, REASON_LIMITS.reason), takeOverAt: null }
    const failure = await writeConfigMap(this.#context, { user, requestId, input }).then(failureOf, failureOfError)
    if (turn !== this.#turn) return
    if (failure === null) return this.#settle(null)
    const delay = failure.passing ? this.#delaysMs[tried] : undefined
    this.#settle({ number, kind: 'failed', reason: failure.reason, again: delay !== undefined, owned: failure.owned })
    if (delay === undefined) return
    this.#timer = setTimeout(() => void this.#attempt(order, turn, tried + 1), delay).unref()
  }

  #settle(pending: PendingWrite | null): void {
    this.#pending = pending
    this.#changes++
  }
}

interface Failure {
  readonly reason: string
  /** It may be otherwise in a moment. */
  readonly passing: boolean
  readonly owned: boolean
}

function failureOf(result: WriteResult): Failure | null {
  if (result.kind === 'written') return null
  if (result.kind === 'invalid') return { reason: result.problems.join(' '), passing: false, owned: false }
  const { kind, message: reason } = result
  return { reason, passing: kind === 'failed' && result.passing, owned: kind === 'owned' }
}

function failureOfError(error: unknown): Failure {
  if (error instanceof GardenError || error instanceof StoreError)
    return { reason: error.message, passing: true, owned: false }
  const reason = `Something failed. The log has the cause under reference ${logError(error)}.`
  return { reason, passing: false, owned: false }
}
