import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { BindingWriteObserver } from '#lib/garden/writes/patch-binding.ts'
import {
  type ConditionCause,
  type SubjectCondition,
  subjectOf,
  subjectOfRefusal,
} from '#lib/hap/pools/account-condition.ts'
import { accountKey, type Binding, type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import { stateAt } from '#lib/hap/pools/pooled-binding.ts'
import {
  acquireScanStep,
  advanceScan,
  claimDueConditions,
  confirmCondition,
  type DueCondition,
  endConditions,
  readConditions,
  recordCondition,
} from '#lib/store/accounts.ts'
import type { Store } from '#lib/store/store.ts'
import { type CheckParts, checkAccount, findSecret } from './check-account.ts'

interface ConditionParts extends CheckParts {
  readonly store: Pick<Store, 'db' | 'health' | 'now'>
  readonly inventory: Inventory
  /** Replaces the conditions of the inventory. */
  note(all: Iterable<SubjectCondition>): void
  /** Called with errors of work that runs in the background. */
  failed(error: unknown): void
}

/** Conditions that one pass checks, and accounts that one step of the scan looks up. */
const MAX_CHECKS = 20
const MAX_SCANNED = 10

/**
 * Learns which accounts Gardener refuses to write or use, and when a refusal ends. The database has the conditions, so that all
 * replicas know what one of them learned.
 *
 * - A write or dry run is refused: a missing Secret or Quota is recorded at once. "May not read" may be a server that restarts, so it
 *   blocks nothing until a check seconds later is refused too.
 * - The scan looks up the Secrets of free and shared accounts, before a request finds out.
 * - A condition ends with a check or a write that succeeds, and with the account's last binding.
 */
export class AccountConditions implements BindingWriteObserver {
  readonly #parts: ConditionParts
  /** The conditions as last read from the database. */
  #known: readonly SubjectCondition[] = []
  /** Conditions learned here that the database has not returned yet, by subject. */
  readonly #learned = new Map<string, SubjectCondition>()
  /** Subjects whose condition is being recorded or ended. */
  readonly #busy = new Set<string>()

  constructor(parts: ConditionParts) {
    this.#parts = parts
  }

  refused(ref: BindingRef, cause: ConditionCause): void {
    const { inventory, store } = this.#parts
    const binding = inventory.binding(bindingKey(ref))
    if (binding === null || inventory.condition(binding)?.cause === cause) return
    const of = subjectOfRefusal(cause, binding)
    const confirmed = cause === 'credentials-missing' || cause === 'quota-missing'
    this.#inBackground(subjectOf(of), async () => {
      if (confirmed) {
        const at = store.now()
        this.#learned.set(subjectOf(of), { ...of, cause, since: at, checkedAt: at })
        this.#publish()
      }
      try {
        // The Secret may have been created since.
        const isFound = cause === 'credentials-missing' && (await this.#isFound(binding))
        if (!isFound) await recordCondition(store.db, of, { cause, confirmed })
      } finally {
        this.#learned.delete(subjectOf(of))
        await this.refresh()
      }
    })
  }

  accepted(ref: BindingRef): void {
    const { inventory, store } = this.#parts
    const binding = inventory.binding(bindingKey(ref))
    if (binding === null || inventory.condition(binding) === null) return
    const account = accountKey(binding.account)
    const own = { account, binding: { key: bindingKey(binding), uid: binding.uid } }
    this.#inBackground(account, async () => {
      await endConditions(store.db, [account, subjectOf(own)])
      await this.refresh()
    })
  }

  /** Reads what all replicas learned. Throws StoreError. */
  async refresh(): Promise<void> {
    if (this.#parts.store.health().state !== 'up') return
    this.#known = await readConditions(this.#parts.store.db)
    this.#publish()
  }

  /** Checks the conditions that are due. Throws StoreError. */
  async recheck(): Promise<void> {
    if (!this.#isReady()) return
    const { db } = this.#parts.store
    const due = await claimDueConditions(db, MAX_CHECKS)
    for (const each of due) await this.#check(each)
    if (due.length > 0) await this.refresh()
  }

  /** Looks up the Secrets of the next free and shared accounts, if it is this replica's turn. Throws StoreError. */
  async scan(): Promise<void> {
    if (!this.#isReady()) return
    const { store, client } = this.#parts
    const cursor = await acquireScanStep(store.db)
    if (cursor === null) return
    const offered = this.#offeredAccounts().filter(([key]) => key > cursor)
    const step = offered.slice(0, MAX_SCANNED)
    let [isNew, isUnreadable] = [false, step.length > 0]
    for (const [key, { account }] of step) {
      const secret = await findSecret(client, account)
      isUnreadable &&= secret === 'unknown'
      if (secret !== 'missing') continue
      await recordCondition(
        store.db,
        { account: key, binding: null },
        { cause: 'credentials-missing', confirmed: true },
      )
      isNew = true
    }
    await advanceScan(store.db, step.length === offered.length ? '' : (step.at(-1)?.[0] ?? ''), { isUnreadable })
    if (isNew) await this.refresh()
  }

  async #check(due: DueCondition): Promise<void> {
    const { db } = this.#parts.store
    const bindings = this.#bindingsOf(due)
    if (bindings.length === 0) return this.#isComplete() ? endConditions(db, [due.subject]) : undefined
    const binding = bindings.find(({ kind, deletedAt }) => kind !== 'Secret' && deletedAt === null)
    if (binding === undefined) return
    const result = await checkAccount(this.#parts, due, binding)
    if (result.kind === 'usable') await endConditions(db, [due.subject])
    else if (result.kind === 'refused') await confirmCondition(db, due.subject, result.cause)
  }

  /** The bindings a condition applies to; none once they are deleted or recreated. */
  #bindingsOf({ account, binding }: DueCondition): readonly Binding[] {
    const { inventory } = this.#parts
    if (binding === null) return inventory.bindingsOfAccount(account)
    const own = inventory.binding(binding.key)
    return own?.uid === binding.uid ? [own] : []
  }

  /** Accounts that a request could get next and that have no condition, one binding of each, by key. */
  #offeredAccounts(): readonly (readonly [account: string, binding: Binding])[] {
    const { inventory, store } = this.#parts
    const at = store.now()
    const offered = new Map<string, Binding>()
    for (const pooled of inventory.pools.values()) {
      const { binding } = pooled
      const isOffered = ['free', 'shared'].includes(stateAt(pooled, at)) && binding.account.kind === 'Secret'
      if (isOffered && binding.kind !== 'Secret' && inventory.condition(binding) === null)
        offered.set(accountKey(binding.account), binding)
    }
    return [...offered].sort(([a], [b]) => (a < b ? -1 : 1))
  }

  async #isFound({ account }: Binding): Promise<boolean> {
    return (await findSecret(this.#parts.client, account)) === 'found'
  }

  /** A kind of binding that may not be listed does not keep the others from being checked. */
  #isReady(): boolean {
    const { store, inventory } = this.#parts
    const sources = inventory.freshness().filter(({ complete, phase }) => complete || phase !== 'refused')
    const isCurrent = sources.every(({ phase, complete }) => complete && phase !== 'stale')
    return store.health().state === 'up' && isCurrent && sources.some(({ source }) => source !== 'Shoot')
  }

  /** Whether a binding that is not in the inventory does not exist. */
  #isComplete(): boolean {
    return this.#parts.inventory.freshness().every(({ complete }) => complete)
  }

  #publish(): void {
    this.#parts.note([...this.#known, ...this.#learned.values()])
  }

  /** Runs one piece of work of a subject at a time. A result that is dropped here is learned with the next write. */
  #inBackground(subject: string, work: () => Promise<void>): void {
    if (this.#busy.has(subject)) return
    this.#busy.add(subject)
    void work()
      .catch(this.#parts.failed)
      .finally(() => this.#busy.delete(subject))
  }
}
