import { type Pool, poolKey } from '#lib/hap/pools/pool.ts'
import { type PooledBinding, poolOf } from '#lib/hap/pools/pooled-binding.ts'
import type { Request } from '#lib/hap/request.ts'
import { compareSemantics } from '#lib/hap/selection/compare-semantics.ts'
import type { SimulatorQuery } from '#lib/paths.ts'
import type { QueryContext } from '../query-context.ts'
import { findRequest, formatRequestLink } from './find-request.ts'

/**
 * `reuse`: owner of several accounts · `claim`: new in a pool · `wait`: for a pool without usable
 * accounts · `differs`: KEB takes another binding.
 */
export type ExampleKind = 'reuse' | 'claim' | 'wait' | 'differs'

/** A request that demonstrates one kind of outcome. */
export interface ExampleRequest {
  readonly kind: ExampleKind
  readonly request: Request
  readonly link: SimulatorQuery
}

/** Maximum number of evaluated requests per kind. */
const MAX_TRIES = 100

/** Finds one example request of each kind that the landscape has. */
export function findExampleRequests(context: QueryContext): readonly ExampleRequest[] {
  const owners = ownersByPool(context)
  const tries: Readonly<Record<ExampleKind, Iterable<Request>>> = {
    reuse: largestOwners(owners, context),
    claim: newcomers(owners, context),
    wait: ruleRequests(owners, context),
    differs: oddBindings(context),
  }
  return KINDS.flatMap(kind => {
    const request = firstOf(kind, tries[kind], context)
    return request ? [{ kind, request, link: formatRequestLink(request, context) }] : []
  })
}

const KINDS: readonly ExampleKind[] = ['reuse', 'claim', 'wait', 'differs']

function firstOf(kind: ExampleKind, requests: Iterable<Request>, context: QueryContext): Request | null {
  let tries = 0
  for (const request of requests) {
    if (isOfKind(kind, request, context)) return request
    if (++tries === MAX_TRIES) return null
  }
  return null
}

function isOfKind(kind: ExampleKind, request: Request, { inventory, rules, semantics, at }: QueryContext): boolean {
  const compared = compareSemantics(request, { bindings: inventory.pools, usage: inventory.usage }, { ...rules, at })
  if (kind !== 'differs') return compared[semantics].outcome.kind === kind
  // D13, the choice among free bindings, differs nearly always and hardly matters.
  return compared.differences.some(({ id }) => id !== 'D13')
}

interface Owners {
  readonly pool: Pool
  /** Number of bindings by global account. */
  readonly counts: ReadonlyMap<string, number>
}

function ownersByPool({ inventory }: QueryContext): readonly Owners[] {
  const pools = new Map<string, { pool: Pool; counts: Map<string, number> }>()
  for (const pooled of inventory.pools.values()) {
    const pool = poolOf(pooled)
    const { tenantName } = pooled.labels
    if (!pool || pool.shared) continue
    const entry = pools.get(poolKey(pool)) ?? { pool, counts: new Map<string, number>() }
    pools.set(poolKey(pool), entry)
    if (tenantName) entry.counts.set(tenantName, (entry.counts.get(tenantName) ?? 0) + 1)
  }
  return [...pools.values()]
}

function* largestOwners(owners: readonly Owners[], context: QueryContext): Generator<Request> {
  const all = owners.flatMap(({ pool, counts }) => Array.from(counts, ([tenant, count]) => ({ pool, tenant, count })))
  for (const { pool, tenant } of all.sort((a, b) => b.count - a.count)) yield* given(findRequest(pool, tenant, context))
}

/** EU pools come first, because they show the effect of regions. */
function* newcomers(owners: readonly Owners[], context: QueryContext): Generator<Request> {
  for (const { pool, counts } of owners.toSorted((a, b) => Number(b.pool.euAccess) - Number(a.pool.euAccess))) {
    for (const tenant of context.inventory.globalAccounts()) {
      if (!counts.has(tenant)) yield* given(findRequest(pool, tenant, context))
    }
  }
}

/** Requests of each rule and provider for an existing global account. */
function* ruleRequests(owners: readonly Owners[], { rules }: QueryContext): Generator<Request> {
  const globalAccount = owners.flatMap(({ counts }) => [...counts.keys()])[0] ?? 'a-new-one'
  for (const { plan, platformRegion, hyperscalerRegion } of rules.ruleset.rules) {
    for (const provider of rules.plans.byName.get(plan)?.providers ?? []) {
      yield {
        plan,
        provider,
        platformRegion: platformRegion ?? '',
        hyperscalerRegion: hyperscalerRegion ?? '',
        globalAccount,
      }
    }
  }
}

function* oddBindings(context: QueryContext): Generator<Request> {
  const isOdd = ({ terminating, problems, labels }: PooledBinding) =>
    terminating || problems.length > 0 || labels.internal !== null || labels.shared !== null
  for (const pooled of context.inventory.pools.values()) {
    const pool = poolOf(pooled)
    const { tenantName } = pooled.labels
    if (pool && tenantName && isOdd(pooled)) yield* given(findRequest(pool, tenantName, context))
  }
}

function given(request: Request | null): readonly Request[] {
  return request ? [request] : []
}
