import type { Sink } from '#lib/garden/reflector/reflector-options.ts'
import type { SubjectCondition } from '#lib/hap/pools/account-condition.ts'
import { accountKey, type Binding, type BindingKind, bindingKey } from '#lib/hap/pools/binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import { type BindingTable, type ConditionTable, tenantOf } from './binding-table.ts'
import type { Change, ChangeLog, Notifier } from './change-log.ts'
import type { AccountClaim, ClaimTable } from './claim-table.ts'
import type { SourceName, Sources } from './freshness.ts'
import { type DoubtIn, judgeDoubt } from './project-binding.ts'
import { isSameShoot } from './project-shoot.ts'
import { bindingKeyOf, type ShootTable } from './shoot-table.ts'

/** Receives the number of known objects of a source and of those that a list lacks. */
export type Vanished = (source: SourceName, count: { readonly known: number; readonly gone: number }) => void

/** The writing side of an inventory. Drops writes without a change; logs and announces the others. */
export class InventoryWriter {
  readonly #state: InventoryState
  readonly #vanished: Vanished

  constructor(state: InventoryState, vanished: Vanished = () => {}) {
    this.#state = state
    this.#vanished = vanished
  }

  /** Sink for the reflector of a kind of binding. */
  bindings(kind: BindingKind): Sink<Binding> {
    return {
      put: (key, binding) => {
        const before = this.#state.bindings.get(key)
        if (before?.uid !== binding.uid || before.resourceVersion !== binding.resourceVersion) this.#bind(key, binding)
        this.#dropSuperseded(this.#state.bindings.byAccount.of(accountKey(binding.account)))
      },
      remove: key => {
        if (this.#state.bindings.get(key) !== null) this.#bind(key, null)
      },
      retain: keys => {
        const known = [...this.#state.bindings.values()].filter(each => each.kind === kind)
        const gone = known.filter(each => !keys.has(bindingKey(each)))
        // A replaced binding was deleted on purpose.
        const replaced = gone.filter(each => this.#isReplaced(each)).length
        if (gone.length > replaced)
          this.#vanished(kind, { known: known.length - replaced, gone: gone.length - replaced })
        for (const binding of gone) this.#bind(bindingKey(binding), null)
      },
    }
  }

  /** Sink for the reflector of shoots. */
  shoots(): Sink<Shoot> {
    return {
      put: (key, shoot, version) => {
        const before = this.#state.shoots.get(key)
        if (before === null || !isSameShoot(before, shoot)) this.#shoot(key, shoot)
        if (version !== undefined) this.#state.shoots.setVersion(key, version)
      },
      remove: key => {
        if (this.#state.shoots.get(key) !== null) this.#shoot(key, null)
      },
      retain: keys => {
        const known = [...this.#state.shoots.keys()]
        const gone = known.filter(key => !keys.has(key))
        if (gone.length > 0) this.#vanished('Shoot', { known: known.length, gone: gone.length })
        for (const key of gone) this.#shoot(key, null)
      },
    }
  }

  /** Applies the present state of claims by id; null for a claim without an account. */
  claims(news: Iterable<readonly [id: string, claim: AccountClaim | null]>): void {
    const { claims, givenBack } = this.#state
    const touched: AccountClaim[] = []
    const put = (table: typeof claims, id: string, after: AccountClaim | null) => {
      const before = table.get(id)
      if (table.replace(id, after)) for (const claim of [before, after]) if (claim !== null) touched.push(claim)
    }
    for (const [id, after] of news) {
      const isReleasing = after?.status === 'releasing'
      put(claims, id, isReleasing ? null : after)
      put(givenBack, id, isReleasing ? after : null)
    }
    if (touched.length === 0) return
    const accounts = [...new Set(touched.map(({ account }) => account))]
    this.#record({
      pools: accounts.flatMap(account => this.#poolsOfAccount(account)),
      accounts,
      globalAccounts: touched.map(({ tenant }) => tenant),
    })
  }

  /** Adds stored bindings of a kind that Gardener does not serve. */
  recalled(kind: BindingKind, bindings: readonly Binding[]): void {
    for (const binding of bindings) {
      const key = bindingKey(binding)
      if (binding.kind === kind && this.#state.bindings.get(key) === null) this.#bind(key, binding)
    }
  }

  /** Reevaluates whether bindings with these keys are in doubt; null for all. */
  reevaluateDoubt(keys: ReadonlySet<string> | null, doubtIn: DoubtIn): void {
    const { bindings } = this.#state
    const known = keys === null ? [...bindings.values()] : [...keys].flatMap(key => bindings.get(key) ?? [])
    for (const binding of known) {
      const now = judgeDoubt(binding, doubtIn)
      if (now !== binding) this.#bind(bindingKey(binding), now)
    }
  }

  /** Replaces all account conditions. */
  conditions(all: Iterable<SubjectCondition>): void {
    const accounts = this.#state.conditions.replace(all)
    for (const account of accounts) {
      const bindings = this.#state.bindings.byAccount.of(account)
      const pools = bindings.map(binding => this.#state.bindings.poolKeyOf(binding))
      if (bindings.length === 0) this.#record({ accounts: [account] })
      for (const binding of bindings) this.#record({ binding: bindingKey(binding), pools, accounts: [account] })
    }
  }

  /** Records a changed freshness. */
  sourcesChanged(): void {
    this.#state.sources.changed()
    if (this.#state.sources.unserved.size > 0) this.#dropSuperseded([...this.#state.bindings.values()])
    this.#record({ sources: true })
  }

  /** Records holds that expired in an interval: no object changed, but the state of its binding did. */
  holdsEnded(after: number, until: number): void {
    for (const { binding, holdEnd } of this.#state.bindings.pools.values()) {
      if (holdEnd === null || holdEnd <= after || holdEnd > until) continue
      this.#record({
        binding: bindingKey(binding),
        pools: [this.#state.bindings.poolKeyOf(binding)],
        accounts: [accountKey(binding.account)],
      })
    }
  }

  /**
   * A stored binding of a kind that Gardener no longer serves stays in force until a labelled
   * binding of the same account replaces it.
   */
  #dropSuperseded(bindings: readonly Binding[]): void {
    const { unserved } = this.#state.sources
    if (unserved.size === 0) return
    for (const binding of bindings) {
      if (unserved.has(binding.kind) && this.#isReplaced(binding)) this.#bind(bindingKey(binding), null)
    }
  }

  /** Whether a labelled binding of another, served kind refers to the same account. */
  #isReplaced({ kind, account }: Binding): boolean {
    const { bindings, sources } = this.#state
    return bindings.byAccount
      .of(accountKey(account))
      .some(other => other.kind !== kind && !sources.unserved.has(other.kind) && bindings.poolKeyOf(other) !== null)
  }

  #bind(key: string, after: Binding | null): void {
    const { bindings } = this.#state
    const before = bindings.get(key)
    const touchedBefore = before === null ? [] : this.#poolsOfAccount(accountKey(before.account))
    bindings.replace(key, after)
    this.#record({
      binding: key,
      pools: [...touchedBefore, ...(after === null ? [] : this.#poolsOfAccount(accountKey(after.account)))],
      accounts: [before && accountKey(before.account), after && accountKey(after.account)],
      globalAccounts: [before && tenantOf(before), after && tenantOf(after)],
    })
  }

  #shoot(key: string, after: Shoot | null): void {
    const before = this.#state.shoots.replace(key, after)
    const accounts = [before, after].map(shoot => this.#accountOf(shoot))
    this.#record({
      shoot: key,
      pools: accounts.flatMap(account => (account === null ? [] : this.#poolsOfAccount(account))),
      accounts,
      globalAccounts: [before?.globalAccount ?? null, after?.globalAccount ?? null],
    })
  }

  #accountOf(shoot: Shoot | null): string | null {
    const key = shoot && bindingKeyOf(shoot)
    const binding = key && this.#state.bindings.get(key)
    return binding ? accountKey(binding.account) : null
  }

  #poolsOfAccount(account: string): (string | null)[] {
    const { bindings } = this.#state
    return bindings.byAccount.of(account).map(binding => bindings.poolKeyOf(binding))
  }

  #record(change: Change): void {
    this.#state.log.record(change)
    this.#state.notifier.notify()
  }
}

/** Tables behind an inventory and its writer. */
export interface InventoryState {
  readonly namespace: string
  readonly bindings: BindingTable
  readonly shoots: ShootTable
  /** Open claims of the database. */
  readonly claims: ClaimTable
  /** Releasing claims. */
  readonly givenBack: ClaimTable
  /** Accounts that Gardener refuses. */
  readonly conditions: ConditionTable
  readonly log: ChangeLog
  readonly notifier: Notifier
  readonly sources: Sources
}
