import type { User } from '#lib/auth/session.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { ConfigMapKey } from '#lib/garden/config-map-text.ts'
import { REASON_LIMITS } from '#lib/hap/actions/action.ts'
import { cutText } from '#lib/hap/text.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { logError } from '#lib/telemetry/log.ts'
import { type WriteContext, type WriteResult, writeConfigMap } from './write-config-map.ts'

/** An unfinished write of a revision, as this process knows it. */
export type PendingWrite =
  | { readonly number: number; readonly kind: 'writing' }
  /** `again`: a retry is scheduled. `owned`: another owner of the text refused it. */
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
  /** Delay before each retry. */
  readonly delaysMs?: readonly number[]
}

/** Long enough for a restart of an API server. */
const DELAYS_MS = [2_000, 10_000, 30_000, 60_000]

/**
 * Writes published rules to the ConfigMap after they are in force, so that publishing does not wait
 * for a cluster.
 */
export class ConfigMapWriter {
  readonly #context: WriteContext
  readonly #delaysMs: readonly number[]
  #pending: PendingWrite | null = null
  #changes = 0
  /** Number of the latest write: an older one stops when a newer one has started. */
  #turn = 0
  #timer: NodeJS.Timeout | undefined

  constructor(context: WriteContext, { delaysMs = DELAYS_MS }: WriterOptions = {}) {
    this.#context = context
    this.#delaysMs = delaysMs
  }

  get place(): ConfigMapKey {
    return this.#context.place
  }

  /** Null if no write is running and the last one succeeded. */
  get pending(): PendingWrite | null {
    return this.#pending
  }

  /** Counts finished writes. */
  get changes(): number {
    return this.#changes
  }

  /** Starts to write a published revision, and returns at once. */
  begin(order: Order): void {
    void this.#attempt(order, this.#next(), 0)
  }

  /** Writes at the request of a user. Throws the errors of writeConfigMap. */
  async write(request: Omit<Order, 'number' | 'reason'> & { readonly input: unknown }): Promise<WriteResult> {
    const result = await writeConfigMap(this.#context, request)
    if (result.kind === 'written') {
      this.#next()
      this.#settle(null)
    }
    return result
  }

  /** Stops all retries. */
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
  /** Whether a retry may succeed. */
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
