import { epochOf } from '#lib/hap/lifecycle/change.ts'
import { dirtyChange, waitsForOthers } from '#lib/hap/lifecycle/cleaning.ts'
import { type ReleaseOutcome, release } from '#lib/hap/lifecycle/release.ts'
import { accountKey, type Binding, type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import { isShared, readLabels } from '#lib/hap/pools/labels.ts'
import { pooledBinding, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import { stateSince } from '#lib/hap/pools/state.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import type { FenceLease } from '#lib/store/claims/leases.ts'
import { backOffMs } from '#lib/util/retry.ts'
import type { RecordedWrites } from './claim-audit.ts'
import type { ClaimContext } from './claim-context.ts'
import { unlessServed } from './claim-garden.ts'
import { isCluster, readShootsOnAccount, shootsOfClaim } from './claim-shoots.ts'
import { type Deadline, WRITE_BACK_OFF } from './deadline.ts'

/** The account of a cluster that was deprovisioned. */
export interface Retirement {
  readonly account: string
  readonly binding: BindingRef
  /**
   * The binding, given the current object of its name; null if that does not exist or refers to
   * another account.
   */
  ownBinding(now: Binding | null): Binding | null
  readonly tenant: string
  /** Epoch that the claim gave its binding; null if unknown. */
  readonly epoch: number | null
  /** Name or runtime id of the cluster; empty if unknown. */
  readonly cluster: string
  /** Whether the time in which a missing binding may come back is over. */
  readonly timedOut: boolean
  /** When an interrupted run started, in milliseconds since 1970; null for none. */
  readonly begunBefore: number | null
  /** Collects the bindings that this release marks. */
  readonly wrote: RecordedWrites
  /** Receives Gardener's message when it refuses to mark a binding. */
  refused(message: string): void
}

/**
 * Outcome for the account. `busy`, `missing` and `not-served` are retried.
 *
 * - `busy`: a binding of the account is on hold, or another operation or a claim that may end has it.
 * - `missing`: no object has the name of the claim's binding.
 * - `not-served`: Gardener does not serve the kind of that binding.
 * - `replaced`: a binding of another account has the name.
 * - `others-marked`: the claim's binding is gone or replaced; the other bindings of the account are dirty.
 * - `sibling`: another binding of the account is in other use.
 * - `not-its-own`: the claim's binding no longer belongs to its global account.
 */
export type Retired =
  | ReleaseOutcome['outcome']
  | 'busy'
  | 'missing'
  | 'not-served'
  | 'replaced'
  | 'others-marked'
  | 'sibling'
  | 'not-its-own'

/**
 * Marks an account dirty once it is unused (seed 001, KEB): no claim is open on it and no shoot
 * refers to it by any binding, both read under its fence.
 */
export async function retireAccount(
  context: ClaimContext,
  retirement: Retirement,
  deadline: Deadline,
): Promise<Retired> {
  const { ledger, holder } = context
  const fence = await ledger.acquireFence(retirement.account, holder)
  if ('kind' in fence) {
    return fence.kind === 'busy' || (await mayEnd(context, fence.claims)) ? 'busy' : 'still-used'
  }
  try {
    await context.reached('after-account-fence')
    return await retireUnderFence(context, retirement, fence, deadline)
  } finally {
    await ledger.releaseFence(fence).catch(() => undefined)
  }
}

/**
 * Whether all these claims may end: an intent is undecided, and an adopted claim ends with its
 * cluster.
 */
async function mayEnd({ ledger, inventory }: ClaimContext, ids: readonly string[]): Promise<boolean> {
  const claims = await Promise.all(ids.map(id => ledger.get(id)))
  return claims.every(
    claim =>
      claim === null || !isAcknowledged(claim) || (claim.adopted && shootsOfClaim(inventory, claim).length === 0),
  )
}

function isAcknowledged({ status }: ClaimRecord): boolean {
  return status === 'reserved' || status === 'active'
}

async function retireUnderFence(
  context: ClaimContext,
  retirement: Retirement,
  fence: FenceLease,
  deadline: Deadline,
): Promise<Retired> {
  const { named, bindings } = await bindingsOfAccount(context, retirement, deadline)
  const isOwn = (binding: Binding) => bindingKey(binding) === bindingKey(retirement.binding)
  const own = bindings.find(isOwn) ?? successorIn(bindings, retirement)
  if (own === null && named === 'not-served') return 'not-served'
  for (const binding of markedSince(bindings, retirement)) retirement.wrote.found(binding, 'dirty')
  if (own === null && named !== null) return markOthers(context, bindings, 'replaced', retirement, fence, deadline)
  // Cleaned already: its hold ends by itself once the other bindings are clean.
  if (own && isClean(own)) return 'skip-dirty'
  if (own && isOnHold(own, context.clock.now())) return 'busy'
  const shoots = await readShootsOnAccount(context, { ...retirement, bindings }, deadline)
  const { outcome, ...rest } = release(
    {
      labels: own && readLabels(own.kind, own.labels),
      bindingName: retirement.binding.name,
      ownShoot: shoots.find(shoot => isCluster(shoot, retirement.cluster))?.name ?? '',
      shoots: shoots.map(({ name, binding }) => ({
        name,
        credentialsBinding: binding?.kind === 'CredentialsBinding' ? retirement.binding.name : null,
        secretBinding: binding?.kind === 'SecretBinding' ? retirement.binding.name : null,
      })),
      otherClusters: 0,
      // KEB's documents set no limit to the wait for a shoot: a dirty account is cleaned together with its clusters.
      timedOut: retirement.timedOut && own === null,
    },
    policyOf('documented'),
  )
  if (own === null && outcome === 'retry') return 'missing'
  if (own === null) return markOthers(context, bindings, outcome, retirement, fence, deadline)
  const marks = outcome === 'marked-dirty' || ('markDirty' in rest && rest.markDirty)
  // An interrupted run may have marked its own binding but not the others.
  const isResumed = outcome === 'skip-dirty' && shoots.length === 0 && own !== null && isTenants(own, retirement)
  if (!marks && !isResumed) return outcome
  if (marks && own && !mayBeMarked(own, retirement)) return 'not-its-own'
  const siblings = bindings.filter(binding => binding !== own && !isClean(binding) && !isDirty(binding))
  // A hold promises that nothing in the account is deleted through any binding.
  if (siblings.some(binding => isOnHold(binding, context.clock.now()))) return marks ? 'busy' : outcome
  if (!siblings.every(binding => mayBeMarked(binding, retirement))) return marks ? 'sibling' : outcome
  // The claim's own binding comes first: from then on no claim selects the account, so the others may follow late.
  for (const binding of own && marks ? [own, ...siblings] : siblings) {
    if (!(await markDirty(context, binding, retirement, fence, deadline))) return 'busy'
  }
  return marks || siblings.length > 0 ? 'marked-dirty' : outcome
}

/**
 * Marks the other bindings of an account when the claim's own binding is gone or replaced, so that
 * no claim gets the used account by one of them before it is cleaned. Returns `otherwise` when there
 * are none, and when a cluster or another owner keeps the account from being assigned.
 */
async function markOthers(
  context: ClaimContext,
  bindings: readonly Binding[],
  otherwise: Retired,
  retirement: Retirement,
  fence: FenceLease,
  deadline: Deadline,
): Promise<Retired> {
  const others = bindings.filter(binding => !isClean(binding))
  if (!others.every(binding => isDirty(binding) || mayBeMarked(binding, retirement))) return otherwise
  if (others.some(binding => isOnHold(binding, context.clock.now()))) return 'busy'
  const unmarked = others.filter(binding => !isDirty(binding))
  if (unmarked.length > 0) {
    const shoots = await readShootsOnAccount(context, { ...retirement, bindings }, deadline)
    if (shoots.length > 0) return otherwise
  }
  for (const binding of unmarked) {
    if (!(await markDirty(context, binding, retirement, fence, deadline))) return 'busy'
  }
  return others.length > 0 ? 'others-marked' : otherwise
}

function isDirty({ kind, labels }: Binding): boolean {
  return readLabels(kind, labels).dirty === 'true'
}

function isTenants({ kind, labels }: Binding, { tenant }: Retirement): boolean {
  return readLabels(kind, labels).tenantName === tenant
}

/** Whether the binding is on hold, which its labels alone do not show. */
function isOnHold(binding: Binding, at: number): boolean {
  const pooled = pooledBinding(binding)
  return pooled !== null && stateAt(pooled, at) === 'held'
}

/** Whether the binding is clean and only waits on hold until the other bindings of its account are. */
function isClean(binding: Binding): boolean {
  const labels = readLabels(binding.kind, binding.labels)
  return labels.tenantName === null && waitsForOthers({ binding, labels })
}

interface AccountNow {
  /** The current object with the binding's name; it may refer to another account. */
  readonly named: Binding | 'not-served' | null
  /** Every binding that refers to the account. */
  readonly bindings: readonly Binding[]
}

/** Reads the bindings from Gardener: one in the inventory may have been recreated for another account. */
async function bindingsOfAccount(
  { inventory, garden, recent }: ClaimContext,
  { account, binding, ownBinding }: Retirement,
  deadline: Deadline,
): Promise<AccountNow> {
  const read = (ref: BindingRef) =>
    recent.read(ref, () => deadline.persist(ms => garden.read(ref, ms))).catch(unlessServed)
  const siblings = inventory.bindingsOfAccount(account).filter(known => bindingKey(known) !== bindingKey(binding))
  const [named, ...others] = await Promise.all([read(binding), ...siblings.map(read)])
  const own = named === 'not-served' ? null : ownBinding(named)
  const known = others.filter(other => other !== null && other !== 'not-served')
  const onAccount = known.filter(other => accountKey(other.account) === account)
  return { named, bindings: own === null ? onAccount : [own, ...onAccount] }
}

/** Finds the CredentialsBinding that replaces a SecretBinding: it has the same owner in its labels. */
function successorIn(bindings: readonly Binding[], retirement: Retirement): Binding | null {
  if (retirement.binding.kind !== 'SecretBinding') return null
  return bindings.find(each => each.kind === 'CredentialsBinding' && isTenants(each, retirement)) ?? null
}

/**
 * Whether a binding may be marked dirty: one of the tenant, and a free binding by which the next
 * claim would get the account uncleaned. That is another one of the account, or the claim's own one
 * if it was restored from a time before the claim; one of the present may have been cleaned.
 */
function mayBeMarked(binding: Binding, { binding: own, tenant, epoch }: Retirement): boolean {
  const labels = readLabels(binding.kind, binding.labels)
  const isOlder = epoch !== null && epochOf(binding) < epoch
  const isFree = labels.tenantName === null && (bindingKey(binding) !== bindingKey(own) || isOlder)
  return (isFree || labels.tenantName === tenant) && !isShared(labels) && labels.internal === null
}

/**
 * Renews the fence before each write, so that a holder that took over makes the write fail. Returns
 * false if the binding was not marked: the fence is lost, Gardener refused the write, or the binding
 * is on hold, in other use, deleted or recreated.
 */
async function markDirty(
  { ledger, garden, recent, clock, reached }: ClaimContext,
  read: Binding,
  retirement: Retirement,
  fence: FenceLease,
  deadline: Deadline,
): Promise<boolean> {
  let binding = read
  for (let attempt = 0; ; attempt++) {
    if (isDirty(binding)) return true
    if (isOnHold(binding, clock.now()) || !mayBeMarked(binding, retirement)) return false
    if (!(await ledger.renewFence(fence))) return false
    const written = await garden.write(binding, dirtyChange(binding, clock.now()), deadline.left())
    if (written.kind === 'landed') {
      recent.put(written.binding)
      retirement.wrote.landed(binding, written.binding)
      await reached('after-dirty-write')
      return true
    }
    if (written.kind === 'refused') {
      retirement.refused(written.message)
      return false
    }
    const least = written.kind === 'throttled' ? written.retryAfterMs : backOffMs(attempt, WRITE_BACK_OFF)
    await deadline.pause(least, least * 2)
    const fresh = await recent.read(read, () => deadline.persist(ms => garden.read(read, ms)))
    // It was deleted or recreated. The next run decides on what the account has then.
    if (fresh === null || fresh.uid !== read.uid) return false
    if (written.kind === 'unknown' && isDirty(fresh)) retirement.wrote.found(fresh, 'dirty')
    binding = read.doubt === undefined ? fresh : { ...fresh, doubt: read.doubt }
  }
}

interface Marking {
  readonly tenant: string
  /** When a release of the tenant's account began, in milliseconds since 1970; null when that marked nothing yet. */
  readonly begunBefore: number | null
}

/** Bindings that became dirty after an interrupted release began, so that it marked them. */
export function markedSince(bindings: readonly Binding[], { tenant, begunBefore }: Marking): readonly Binding[] {
  if (begunBefore === null) return []
  // The annotation has a precision of one second.
  const from = Math.floor(begunBefore / 1_000) * 1_000
  return bindings.filter(binding => {
    const { dirty, tenantName } = readLabels(binding.kind, binding.labels)
    const since = stateSince(binding) ?? Number.NaN
    return dirty === 'true' && (tenantName === null || tenantName === tenant) && since >= from
  })
}
