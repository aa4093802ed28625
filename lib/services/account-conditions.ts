import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { SECRETS } from '#lib/garden/resources/resource.ts'
import type { BindingWrites } from '#lib/garden/writes/binding-writes.ts'
import type { BindingWriteObserver } from '#lib/garden/writes/patch-binding.ts'
import { WriteError } from '#lib/garden/writes/write-error.ts'
import { QueueClosedError } from '#lib/garden/writes/write-queue.ts'
import {
  CONDITION_CAUSES,
  type ConditionCause,
  type SubjectCondition,
  subjectOf,
  subjectOfRefusal,
} from '#lib/hap/pools/account-condition.ts'
import { type Account, accountKey, type Binding, type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
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

/** The requests of a check. Its writes are dry runs only. */
interface CheckParts {
  readonly client: Pick<GardenClient, 'get'>
  readonly writes: Pick<BindingWrites, 'read' | 'preview'>
}

/**
 * `unknown`: the check decides nothing, for example if the console may not read the Secret or
 * Gardener does not answer.
 */
type CheckResult =
  | { readonly kind: 'usable' | 'unknown' }
  | { readonly kind: 'refused'; readonly cause: ConditionCause }

const CHECK_MS = 10_000

/**
 * Whether the Secret of an account exists. Asks for its metadata alone. The console's own 403 says nothing about the account, and
 * other kinds of credentials are checked by a dry run only.
 */
async function findSecret(client: CheckParts['client'], account: Account): Promise<'found' | 'missing' | 'unknown'> {
  if (account.kind !== 'Secret') return 'unknown'
  try {
    await client.get({ resource: SECRETS, namespace: account.namespace, name: account.name }, { withinMs: CHECK_MS })
    return 'found'
  } catch (error) {
    if (!(error instanceof GardenError)) throw error
    return error.kind === 'not-found' ? 'missing' : 'unknown'
  }
}

/**
 * Checks whether a condition lasts: by the Secret if that decides, else by a dry run of a write
 * that changes nothing.
 */
export async function checkAccount(parts: CheckParts, due: DueCondition, binding: Binding): Promise<CheckResult> {
  if (due.binding === null) {
    const secret = await findSecret(parts.client, binding.account)
    if (secret === 'found') return { kind: 'usable' }
    if (secret === 'missing') return { kind: 'refused', cause: 'credentials-missing' }
  }
  return isDryRunDue(due) ? dryRun(parts.writes, binding) : { kind: 'unknown' }
}

/**
 * A dry run uses one of the few writes that Gardener allows per second, so it backs off: it runs
 * with check 1, 2, 4 and 8, then with every twelfth, which is once an hour.
 */
export function isDryRunDue({ confirmed, checks }: Pick<DueCondition, 'confirmed' | 'checks'>): boolean {
  return !confirmed || checks % 12 === 0 || [1, 2, 4, 8].includes(checks)
}

async function dryRun(writes: CheckParts['writes'], known: Binding): Promise<CheckResult> {
  try {
    const binding = await writes.read(known, { withinMs: CHECK_MS })
    // A binding recreated under the name says nothing about the account of the condition.
    if (binding.uid !== known.uid || accountKey(binding.account) !== accountKey(known.account))
      return { kind: 'unknown' }
    const change = { labels: {}, annotations: {} }
    await writes.preview({ binding, change, priority: 'bulk', withinMs: 0 })
    return { kind: 'usable' }
  } catch (error) {
    if (error instanceof QueueClosedError) return { kind: 'unknown' }
    if (!(error instanceof WriteError)) throw error
    const cause = CONDITION_CAUSES.find(each => each === error.code)
    return cause === undefined ? { kind: 'unknown' } : { kind: 'refused', cause }
  }
}
