import { performance } from 'node:perf_hooks'
import type { SourceFreshness } from '#lib/garden/inventory/freshness.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { doubtOf, isMassDisappearance } from '#lib/hap/lifecycle/identity.ts'
import { accountKey, type Binding, bindingKey, type Doubt } from '#lib/hap/pools/binding.ts'
import { type BindingIdentity, readIdentities, recordIdentities } from '#lib/store/states/binding-identity.ts'
import type { Store } from '#lib/store/store.ts'

/** The part of an inventory that is registered. */
type Present = Pick<Inventory, 'bindings' | 'bindingsOfAccount' | 'pools' | 'freshness' | 'isServed'>

interface RegisterOptions {
  readonly store: Store
  readonly namespace: string
  /** Receives the keys of bindings whose rows changed; null when every row may have changed. */
  readonly changed: (keys: ReadonlySet<string> | null) => void
}

/** Objects of one kind that disappeared. */
export interface Disappearance {
  readonly source: string
  readonly known: number
  readonly gone: number
}

/**
 * A replica may miss a change that was committed while it read, so it reads all rows after this
 * time.
 */
const WHOLE_MS = 60_000

/**
 * The object that HAP knows under the name and account of each binding, stored in the database for
 * all replicas. Decides whether a binding is in doubt.
 */
export class BindingRegister {
  readonly #options: RegisterOptions
  #rows: Map<string, BindingIdentity> | null = null
  #seq = 0n
  #wholeAt = Number.NEGATIVE_INFINITY

  constructor(options: RegisterOptions) {
    this.#options = options
  }

  /** Why a binding is in doubt. Before the first read of the database, every binding is. */
  readonly doubtIn = (binding: Binding): Doubt | undefined => {
    if (this.#rows === null) return 'restored'
    return doubtOf(this.#rows.get(rowKey(bindingKey(binding), accountKey(binding.account))) ?? null, binding)
  }

  /** Reads the rows that changed since the last read. Throws StoreError. */
  async refresh(): Promise<void> {
    const { store, namespace, changed } = this.#options
    const now = performance.now()
    const isWhole = this.#rows === null || now - this.#wholeAt >= WHOLE_MS
    const news = await readIdentities(store.db, namespace, isWhole ? -1n : this.#seq)
    const isFirst = this.#rows === null
    const rows = isWhole || this.#rows === null ? new Map<string, BindingIdentity>() : this.#rows
    const keys = new Set<string>()
    for (const row of news) {
      const key = rowKey(bindingKey(row), row.account)
      if (this.#rows?.get(key)?.seq !== row.seq) keys.add(bindingKey(row))
      rows.set(key, row)
      if (row.seq > this.#seq) this.#seq = row.seq
    }
    this.#rows = rows
    if (isWhole) this.#wholeAt = now
    if (isFirst) changed(null)
    else if (keys.size > 0) changed(keys)
  }

  /**
   * Stores bindings of the inventory that the database does not have. Returns the kinds of which
   * too many objects disappeared for an ordinary change; their rows stay. Throws StoreError.
   */
  async record(present: Present): Promise<readonly Disappearance[]> {
    await this.refresh()
    const { first, back, missing, masses } = this.#compare(present)
    const gone = missing.filter(({ kind }) => masses.every(({ source }) => source !== kind))
    if (first.length + back.length + gone.length > 0) {
      await recordIdentities(this.#options.store, { first, gone, back })
      await this.refresh()
    }
    return masses
  }

  /** Rows whose object disappeared. */
  missing(present: Present): readonly BindingIdentity[] {
    return this.#compare(present).missing
  }

  #compare(inventory: Present) {
    const rows = this.#rows ?? new Map<string, BindingIdentity>()
    // A missing object counts as deleted only if its kind was read completely.
    const read = new Set(inventory.freshness().flatMap(each => (isRead(each) ? [each.source] : [])))
    const seen = new Map([...inventory.bindings()].map(binding => [keyOf(binding), binding] as const))
    const isNew = (key: string, binding: Binding) => !rows.has(key) && inventory.pools.get(binding) !== null
    const first = [...seen].flatMap(([key, binding]) => (isNew(key, binding) ? [objectOf(binding)] : []))
    const back = [...rows].flatMap(([key, row]) => (row.gone && seen.has(key) ? [row] : []))
    const known = [...rows].flatMap(([key, row]) => {
      const isKnown = !row.gone && read.has(row.kind) && inventory.isServed(row.kind)
      return isKnown ? [{ key, row }] : []
    })
    const missing = known.flatMap(({ key, row }) => (seen.has(key) ? [] : [row]))
    const masses = [...Map.groupBy(missing, ({ kind }) => kind)].flatMap(([source, rowsGone]) => {
      // A binding replaced by another one was deleted on purpose.
      const gone = rowsGone.filter(row => !isReplaced(inventory, row)).length
      const replaced = rowsGone.length - gone
      const count = { source, known: known.filter(({ row }) => row.kind === source).length - replaced, gone }
      return isMassDisappearance(count) ? [count] : []
    })
    return { first, back, missing, masses }
  }
}

/** Whether a labelled binding of another kind refers to the same account. */
function isReplaced(inventory: Present, { kind, account }: BindingIdentity): boolean {
  const others = inventory.bindingsOfAccount(account).filter(other => other.kind !== kind)
  return others.some(other => inventory.pools.get(other)?.labels.hyperscalerType)
}

function isRead({ complete, phase }: SourceFreshness): boolean {
  return complete && phase === 'live'
}

/** A binding as the database stores it. */
export function objectOf(binding: Binding) {
  const { kind, namespace, name, uid } = binding
  return { kind, namespace, name, uid, account: accountKey(binding.account) }
}

function keyOf(binding: Binding): string {
  return rowKey(bindingKey(binding), accountKey(binding.account))
}

function rowKey(binding: string, account: string): string {
  return `${binding} ${account}`
}
