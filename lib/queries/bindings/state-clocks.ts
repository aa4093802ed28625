import { type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import type { BindingState } from '#lib/hap/pools/state.ts'
import type { Db } from '#lib/store/database/client.ts'
import { listStateStarts, readStatesVersion, type StateStart } from '#lib/store/states/state-history.ts'

/** Since when bindings are in their states. */
export interface StateSince {
  /** In milliseconds since 1970; null where nothing is known of this very state. */
  of(binding: Binding, state: BindingState): number | null
  /** Whether that is only when the console first saw it so: the state may have begun long before. */
  isFirstLook(binding: Binding, state: BindingState): boolean
}

/** Rows are found again this long after they were written: clocks of processes differ, and transactions end out of order. */
const OVERLAP_MS = 30_000

/** What is first seen within this time after it was made was seen from its beginning. */
const NEW_MS = 60_000

/** The beginnings of states as the database has them, whoever changed a binding: KEB writes labels and no times. */
export class StateClocks implements StateSince {
  readonly #known = new Map<string, Known>()
  #seenAt = new Date(0)
  /** Of what was read last: where that is all there is, it is not read again. */
  #mark = ''
  #changes = 0

  /** Grows with each beginning that became known. */
  get changes(): number {
    return this.#changes
  }

  /** Reads what was written since the last time. Throws StoreError. */
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
