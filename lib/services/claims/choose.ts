import { epochOf } from '#lib/hap/lifecycle/change.ts'
import { accountKey, type Binding, type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import { type Pool, poolKey } from '#lib/hap/pools/pool.ts'
import type { PooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import type { AccountRequest } from '#lib/hap/request.ts'
import { decide } from '#lib/hap/selection/decide.ts'
import type { Decision } from '#lib/hap/selection/decision.ts'
import { reaches, reachOf } from '#lib/hap/selection/reach.ts'
import { resolveTarget } from '#lib/hap/selection/resolve-target.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import type { PassedOver } from '#lib/store/claims/claim-grounds.ts'
import type { ClaimOutcome, WaitTerms } from '#lib/store/claims/claim-record.ts'
import type { SlotKey } from '#lib/store/claims/leases.ts'
import type { Choice, Facts, Grounds, Pick as Picked, Question } from '#lib/store/claims/ledger.ts'
import { accountsForOthers, clusterNames, isUsedOnlyBy, latestUsage, skippedAccounts } from './account-facts.ts'
import { RecordedWrites } from './claim-audit.ts'
import type { ClaimContext, ClaimRules } from './claim-context.ts'
import {
  elsewhere,
  type RunningCluster,
  runningCluster,
  runsElsewhereMessage,
  runsThereMessage,
  withoutLimits,
} from './claim-shoots.ts'
import { groundsOf } from './grounds.ts'
import { type Accounts, OverlaidIndex } from './recent-bindings.ts'
import { exhaustedMessage, unknownPoolMessage, WAITS_BEHIND, waitsFor } from './wait-reason.ts'

/** State of one attempt to select a binding for a claim. `resolveBlockers` adds facts to it between two decisions. */
export interface Attempt {
  readonly request: AccountRequest
  /** Name or runtime id of the cluster; null while the claim names none. */
  readonly cluster: string | null
  readonly onExhausted: WaitTerms['onExhausted']
  readonly pool: Pool
  /** Rules at the moment of the decision: they may change while the attempt waits for the slot. */
  rules: ClaimRules
  /** Accounts that this attempt failed to take, with the reason. */
  readonly avoided: Map<string, PassedOver['why']>
  /** By account: Gardener's message about the write that it refused in this attempt. */
  readonly refusals: Map<string, string>
  /** Keys of bindings that were read in this attempt. */
  readonly looked: Set<string>
  /** By key of a binding: the epoch in the database that made this attempt read the binding. */
  readonly lookedFor: Map<string, number>
  /** Keys of bindings whose epoch was raised in this attempt, so that no earlier write can land. */
  readonly epochRaised: Set<string>
  /** Accounts that were chosen before the database was asked for their counts. */
  readonly uncounted: Set<string>
  /** Whether this attempt has listed the pool in Gardener. */
  listed: boolean
  /** The binding of the last decision, in the version that the decision used; `outcome` is its kind. */
  chosen: Binding | null
  outcome: ClaimOutcome | null
  /** When the attempt first found claims of other tenants on the tenant's own account, in milliseconds since 1970; null before. */
  foreignSince: number | null
  /** Number of rounds in which rivals were resolved; sets the backoff of the next round. */
  resolved: number
  /** The last decision of the engine. */
  decision: Decision | null
  /** Whether a write of the binding landed or may still land, while the ledger has not confirmed it. */
  isInDoubt: boolean
  /** Writes of this attempt, for the audit log. */
  readonly wrote: RecordedWrites
}

export function newAttempt(
  { request, cluster, onExhausted }: Pick<Attempt, 'request' | 'cluster' | 'onExhausted'>,
  pool: Pool,
  rules: ClaimRules,
  wrote = new RecordedWrites(),
): Attempt {
  return {
    request,
    cluster,
    onExhausted,
    pool,
    rules,
    avoided: new Map(),
    refusals: new Map(),
    looked: new Set(),
    lookedFor: new Map(),
    epochRaised: new Set(),
    uncounted: new Set(),
    listed: false,
    chosen: null,
    outcome: null,
    foreignSince: null,
    resolved: 0,
    decision: null,
    isInDoubt: false,
    wrote,
  }
}

/**
 * Chooses by the facts of the database and the latest bindings. The engine decides; this adds what
 * the engine cannot see: writes that no watch has delivered, operations, and earlier claims.
 */
export function choose(context: ClaimContext, attempt: Attempt, question: Question, facts: Facts): Choice {
  const choice = chooseOrWait(context, attempt, question, facts)
  if (choice.kind !== 'wait' || attempt.onExhausted === 'wait') return choice
  const { grounds } = choice
  return {
    kind: 'refuse',
    cause: 'exhausted',
    grounds: { ...grounds, message: exhaustedMessage(grounds.message, attempt.pool) },
  }
}

function chooseOrWait(context: ClaimContext, attempt: Attempt, question: Question, facts: Facts): Choice {
  if (facts.rivals.length > 0) return { kind: 'resolve', claims: facts.rivals }
  const behind = facts.given.filter(given => (latestEpoch(context, given) ?? -1) < given.epoch)
  const unseen = behind.filter(given => !attempt.looked.has(bindingKey(given)))
  if (unseen.length > 0) return { kind: 'look', bindings: unseen }
  // A release may crash after losing the slot while its write is still in flight; that write must
  // not give the tenant a second account.
  const inDoubt = behind.filter(given => {
    return given.mayLand && latestEpoch(context, given) !== null && !attempt.epochRaised.has(bindingKey(given))
  })
  if (inDoubt.length > 0) return { kind: 'raise-epoch', bindings: inDoubt }

  // An own account under an operation may be released or not: until that is known, no other account
  // is claimed.
  const own = attempt.pool.shared ? [] : ownAccounts(context, attempt)
  if (own.some(account => facts.fenced.includes(account))) return { kind: 'busy' }
  // Another claim that takes one of the tenant's own accounts as a free one fails: the account is not free any more.
  const beingTaken = facts.beingTaken.filter(account => !own.includes(account))
  const without = new Map<string, PassedOver['why']>([
    ...beingTaken.map(account => [account, 'being-taken'] as const),
    ...facts.fenced.map(account => [account, 'fenced'] as const),
    ...attempt.avoided,
  ])
  if (!isCounted(context, attempt, question, facts)) return { kind: 'look', bindings: [] }
  // The account of a running cluster is fixed: the decision only permits or refuses it.
  const running = runningCluster(context, attempt.cluster)
  if (running !== null && without.has(running.account)) return { kind: 'busy' }
  const asked = running === null ? attempt : { ...attempt, rules: withoutLimits(attempt.rules) }
  // Set when claims ahead in the queue have to be served first: the grounds for waiting, and the accounts reserved for those claims.
  let later: Grounds | null = null
  let theirs: Set<string> | null = null
  for (;;) {
    const aside = new Set([...without.keys(), ...(theirs ?? [])])
    const isAside = running === null || theirs?.has(running.account) ? aside : elsewhere(running)
    const decision = decideOn(context, asked, isAside, { ...facts, pool: attempt.pool })
    const { outcome } = decision
    attempt.decision = decision
    const grounds = (message: string) =>
      groundsOf(decision, attempt.rules, message, skippedAccounts(context, attempt, without))
    if (!('binding' in outcome))
      return later
        ? { kind: 'wait', grounds: later }
        : chooseWithoutBinding(context, decision, attempt, running, grounds)
    const { binding } = outcome
    const account = accountKey(binding.account)
    const { globalAccount } = attempt.request
    // With a limit of clusters, a free place on an own account also belongs to the first claim in the queue.
    if (running === null && outcome.kind === 'reuse' && outcome.limit !== null && facts.aheadOfTenant > 0)
      return { kind: 'wait', grounds: grounds(WAITS_BEHIND) }
    const isBehind = outcome.kind === 'claim' && facts.ahead > 0 && !isUsedOnlyBy(context, binding, globalAccount)
    if (isBehind) {
      later ??= grounds(WAITS_BEHIND)
      theirs ??= accountsForOthers(context, latestIndex(context, globalAccount), attempt.pool, globalAccount)
      theirs.add(account)
      continue
    }
    attempt.chosen = binding
    attempt.outcome = outcome.kind
    const count = facts.counts.find(each => each.account === account)
    const pick = {
      outcome: outcome.kind,
      binding: { kind: binding.kind, namespace: binding.namespace, name: binding.name, uid: binding.uid },
      account,
      siblings: outcome.kind === 'claim' ? siblingsOf(context, attempt, binding) : [],
      counted: outcome.limit === null ? null : (count?.active ?? 0) + (count?.reserved ?? 0),
      limit: outcome.limit?.value ?? null,
    }
    const message = running === null ? outcome.message : runsThereMessage(outcome.message, running)
    return { kind: 'take', pick, grounds: grounds(message) }
  }
}

/** The latest known epoch of a binding; null when it does not exist, or when its name now refers to another account. */
function latestEpoch({ recent }: ClaimContext, given: BindingRef & { readonly account: string }): number | null {
  const known = recent.binding(given)
  return known && accountKey(known.account) === given.account ? epochOf(known) : null
}

/** The other bindings of an account with their latest epochs. */
function siblingsOf(context: ClaimContext, { lookedFor }: Attempt, binding: Binding): Picked['siblings'] {
  const account = accountKey(binding.account)
  const others = context.inventory.bindingsOfAccount(account).filter(each => bindingKey(each) !== bindingKey(binding))
  return others.map(({ kind, namespace, name }) => {
    const ref = { kind, namespace, name }
    const known = latestEpoch(context, { ...ref, account }) ?? -1
    return { ...ref, epoch: Math.max(known, lookedFor.get(bindingKey(ref)) ?? -1) }
  })
}

/** Resolves the pool of a request by the documented semantics; null when the rules refuse it. */
export function poolFor(context: ClaimContext, request: AccountRequest, { selection }: ClaimRules): Pool | null {
  const { pool, end } = resolveTarget(request, {
    ...selection,
    policy: policyOf('documented'),
    at: context.clock.now(),
  })
  return end === null ? pool : null
}

/** Decides a request on the latest known bindings without the accounts of `without`. Without a slot, the inventory counts the clusters. */
export function decideOn(
  context: ClaimContext,
  { request, rules }: Pick<Attempt, 'request' | 'rules'>,
  without: Accounts,
  slot: Parameters<typeof latestUsage>[1],
): Decision {
  const bindings = latestIndex(context, request.globalAccount, without)
  const usage = latestUsage(context, slot)
  // Claims use the documented semantics, also where predictions use those of KEB.
  const policy = policyOf('documented')
  return decide(request, { bindings, usage }, { ...rules.selection, policy, at: context.clock.now() })
}

/** An empty pool is listed again before a claim waits; a claim of a running cluster never waits. */
function chooseWithoutBinding(
  context: ClaimContext,
  { outcome, rule }: Decision,
  attempt: Attempt,
  running: RunningCluster | null,
  grounds: (message: string) => Grounds,
): Choice {
  if (outcome.kind === 'refused' && outcome.reason === 'own-unusable') {
    return { kind: 'own-unusable', message: outcome.message }
  }
  if (outcome.kind !== 'wait') return { kind: 'refuse', grounds: grounds(outcome.message) }
  if (!attempt.listed) return { kind: 'look', bindings: 'pool' }
  if (running?.refusal) return { kind: 'own-unusable', message: running.refusal }
  if (running !== null) return { kind: 'refuse', grounds: grounds(runsElsewhereMessage(running, attempt.pool)) }
  if (rule === null && isUnknownPool(context, attempt))
    return { kind: 'refuse', cause: 'unknown-pool', grounds: grounds(unknownPoolMessage(attempt.pool)) }
  return { kind: 'wait', grounds: grounds(waitsFor(outcome.message, attempt.refusals)) }
}

/**
 * Whether no rule leads to the pool and no binding of it exists in any state, so that no account can ever
 * become free. False while a kind of bindings is not read, since those may be of the pool.
 */
function isUnknownPool({ recent, inventory }: ClaimContext, { pool, rules, request }: Attempt): boolean {
  const { ruleset, plans } = rules.selection
  const isWhole = inventory.freshness().every(({ source, complete }) => source === 'Shoot' || complete)
  if (!isWhole) return false
  if (ruleset.rules.some(rule => reachOf(rule, plans).some(reach => reaches(reach, pool)))) return false
  const index = new OverlaidIndex(inventory.pools, recent, request.globalAccount, new Set())
  return [...index.values()].every(({ labels }) => {
    const { hyperscalerType, euAccess, shared } = labels
    return (
      hyperscalerType !== pool.hyperscalerType ||
      (euAccess === 'true') !== pool.euAccess ||
      (shared === 'true') !== pool.shared
    )
  })
}

/** The question to the database before a decision: the slot, the pool, and the accounts whose clusters count. */
export function questionOf(context: ClaimContext, attempt: Attempt, slot: SlotKey | null): Question {
  const accounts = [...new Set([...countedAccounts(context, attempt), ...attempt.uncounted])]
  return { slot, poolKey: poolKey(attempt.pool), accounts, clusters: clusterNames(context.inventory, accounts) }
}

/** Accounts whose number of clusters decides: the tenant's own ones, or the shared ones of the pool. */
function countedAccounts(context: ClaimContext, attempt: Attempt): readonly string[] {
  if (!attempt.pool.shared) return ownAccounts(context, attempt)
  return accountsOf(latestIndex(context, attempt.request.globalAccount).shared(attempt.pool))
}

function ownAccounts(context: ClaimContext, { pool, request: { globalAccount } }: Attempt): readonly string[] {
  return accountsOf(latestIndex(context, globalAccount).owned(pool, globalAccount))
}

/** The index of the latest known bindings for a tenant, without the accounts of `without`. */
export function latestIndex(
  { recent, inventory }: ClaimContext,
  tenant: string,
  without: Accounts = new Set(),
): OverlaidIndex {
  recent.refresh()
  return new OverlaidIndex(inventory.pools, recent, tenant, without)
}

function accountsOf(bindings: readonly PooledBinding[]): readonly string[] {
  return [...new Set(bindings.map(({ binding }) => accountKey(binding.account)))]
}

/** Whether the answer covers every counted account: the inventory may have grown since the question. */
function isCounted(context: ClaimContext, attempt: Attempt, question: Question, facts: Facts): boolean {
  const asked = new Set([...question.accounts, ...facts.counts.map(({ account }) => account)])
  return countedAccounts(context, attempt).every(account => asked.has(account))
}
