import { type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import type { BindingState } from '#lib/hap/pools/state.ts'
import type { Db } from '#lib/store/database/client.ts'
import { listStateStarts, readStatesVersion, type StateStart } from '#lib/store/states/state-history.ts'

/** Start of the current states of bindings. */
export interface StateSince {
  /** Milliseconds since 1970; null when the start of this state is unknown. */
  of(binding: Binding, state: BindingState): number | null
  /** Whether the start is only the first observation by the console; the state may be older. */
  isFirstLook(binding: Binding, state: BindingState): boolean
}

/**
 * Reads overlap by this duration, because clocks of processes differ and transactions commit out of
 * order.
 */
const OVERLAP_MS = 30_000

/** A first observation within this time after the creation counts as the start. */
const NEW_MS = 60_000

/**
 * Caches the start times of states from the database. KEB changes labels without times, so the console
 * records when it observes a change.
 */
export class StateClocks implements StateSince {
  readonly #known = new Map<string, Known>()
  #seenAt = new Date(0)
  /** Version of the last read; an unchanged version skips the next read. */
  #mark = ''
  #changes = 0

  /** Increases with each new start time. */
  get changes(): number {
    return this.#changes
  }

  /** Reads rows since the last read. Throws StoreError. */
  async read(db: Db, namespace: string): Promise<void> {
    const from = new Date(this.#seenAt.getTime() - OVERLAP_MS)
    const mark = `${namespace} ${from.getTime()} ${await readStatesVersion(db, namespace, from)}`
    if (mark === this.#mark) return
    const rows = await listStateStarts(db, namespace, from)
    this.#mark = mark
    for (const { kind, namespace, name, seenAt, uid, state, since, isFirstLook } of rows) {
      if (seenAt > this.#seenAt) this.#seenAt = seenAt
      const key = bindingKey({ kind, namespace, name })
      const now = { uid, state, since: since.getTime(), isFirstLook }
      if (isSame(this.#known.get(key), now)) continue
      this.#known.set(key, now)
      this.#changes++
    }
  }

  of(binding: Binding, state: BindingState): number | null {
    return this.#knownOf(binding, state)?.since ?? null
  }

  isFirstLook(binding: Binding, state: BindingState): boolean {
    const known = this.#knownOf(binding, state)
    return known?.isFirstLook === true && known.since - Date.parse(binding.createdAt) > NEW_MS
  }

  #knownOf(binding: Binding, state: BindingState): Known | null {
    const known = this.#known.get(bindingKey(binding))
    return known?.uid === binding.uid && known.state === state ? known : null
  }
}

interface Known extends Pick<StateStart, 'uid' | 'state' | 'isFirstLook'> {
  readonly since: number
}

function isSame(before: Known | undefined, { uid, state, since, isFirstLook }: Known): boolean {
  return before?.uid === uid && before.state === state && before.since === since && before.isFirstLook === isFirstLook
}
