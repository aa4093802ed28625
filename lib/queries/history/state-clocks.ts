import { type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import type { BindingState } from '#lib/hap/pools/state.ts'
import type { Db } from '#lib/store/database/client.ts'

/** Since when bindings are in their states. */
export interface StateSince {
  /** In milliseconds since 1970; null where nothing is known of this very state. */
  of(binding: Binding, state: BindingState): number | null
}

/** Rows are found again this long after they were written: clocks of processes differ, and transactions end out of order. */
const OVERLAP_MS = 30_000

/** The beginnings of states as the database has them, whoever changed a binding: KEB writes labels and no times. */
export class StateClocks implements StateSince {
  readonly #known = new Map<string, { readonly uid: string; readonly state: string; readonly since: number }>()
  #seenAt = new Date(0)
  #changes = 0

  /** Grows with each beginning that became known. */
  get changes(): number {
    return this.#changes
  }

  /** Reads what was written since the last time. Throws StoreError. */
  async read(db: Db, namespace: string): Promise<void> {
    const rows = await db.bindingState.findMany({
      where: { namespace, seenAt: { gte: new Date(this.#seenAt.getTime() - OVERLAP_MS) } },
      select: { kind: true, namespace: true, name: true, uid: true, state: true, since: true, seenAt: true },
    })
    for (const { seenAt, uid, state, since, ...ref } of rows) {
      if (seenAt > this.#seenAt) this.#seenAt = seenAt
      const key = bindingKey(ref)
      const before = this.#known.get(key)
      if (before?.uid === uid && before.state === state && before.since === since.getTime()) continue
      this.#known.set(key, { uid, state, since: since.getTime() })
      this.#changes++
    }
  }

  of(binding: Binding, state: BindingState): number | null {
    const known = this.#known.get(bindingKey(binding))
    return known?.uid === binding.uid && known.state === state ? known.since : null
  }
}
