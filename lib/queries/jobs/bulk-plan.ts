import type { Action } from '#lib/hap/actions/action.ts'
import type { DiffLine } from '#lib/hap/actions/diff.ts'
import { dirtySiblings, siblingInUse } from '#lib/hap/actions/facts.ts'
import { BULK_CONSEQUENCES } from '#lib/hap/actions/job.ts'
import { type ActionInput, planAction } from '#lib/hap/actions/plan-action.ts'
import {
  bulkExclusion,
  type DistinctChange,
  distinctChanges,
  type NextRequests,
  planTogether,
} from '#lib/hap/actions/plan-together.ts'
import type { BindingKind } from '#lib/hap/pools/binding.ts'
import { poolKey, poolName } from '#lib/hap/pools/pool.ts'
import { type PooledBinding, poolOf } from '#lib/hap/pools/pooled-binding.ts'
import type { BindingState } from '#lib/hap/pools/state.ts'
import { checkUsability, documentedUsability } from '#lib/hap/selection/usability.ts'
import { factsReader } from '../bindings/known-facts.ts'
import type { QueryContext } from '../query-context.ts'
import { AffectedClusters, type BulkCluster } from './affected-clusters.ts'
import { type Chosen, GONE } from './bulk-offers.ts'
import { LostAccounts } from './lost-accounts.ts'
import { type Counted, Tally } from './tally.ts'

/** A binding an action can be done to, at the version that was looked at. */
interface PlannedTarget {
  readonly kind: BindingKind
  readonly name: string
  readonly seenVersion: string
  readonly before: BindingState
  readonly after: BindingState
  readonly clusters: number
}

/** A binding of the selection that the action leaves out. */
interface LeftOut {
  readonly kind: BindingKind
  readonly name: string
  readonly reason: string
}

/** A pool whose usable accounts become more or fewer: free ones that nobody has a cluster on. */
interface PoolShift {
  readonly key: string
  readonly pool: string
  readonly before: number
  readonly after: number
}

/** What an action on a selection comes to, as the inventory has it now. */
export interface BulkPlan {
  readonly targets: readonly PlannedTarget[]
  readonly leftOut: readonly LeftOut[]
  /** Sentences. */
  readonly consequence: string
  readonly dangers: readonly Counted[]
  readonly shifts: readonly PoolShift[]
  /** Of global accounts that lose what they have in a pool. */
  readonly nextRequests: readonly NextRequests[]
  /** What is written on how many of them, by the differences of labels and notes. */
  readonly changes: readonly DistinctChange[]
  /** Clusters on the accounts of the targets. */
  readonly clusters: number
  /** The first of these. */
  readonly named: readonly BulkCluster[]
}

/** Who acts, and what stands for the reason as long as nobody gave one. */
type Said = Pick<ActionInput, 'by' | 'reason'>

const ANYBODY: Said = { reason: 'any', by: 'anybody' }

const MOST_DANGERS = 5

/** Everything an action would do to a selection; what cannot be done is left out, with the reason. */
export function bulkPlan(
  context: QueryContext,
  action: Action,
  chosen: readonly Chosen[],
  until: number | null,
  said = ANYBODY,
): BulkPlan {
  const { inventory } = context
  const usability = documentedUsability(context.rules.plans, inventory)
  const factsOf = factsReader(context)
  const targets: PlannedTarget[] = []
  const names = new Set(chosen.map(({ kind, name }) => `${kind} ${name}`))
  const leftOut: LeftOut[] = []
  const dangers = new Tally()
  const diffs: (readonly DiffLine[])[] = []
  const affected = new AffectedClusters()
  const lost = new LostAccounts()
  const shifts = new Map<string, { key: string; before: number; change: number }>()
  const shift = (pooled: PooledBinding, before: number, change: number) => {
    const pool = poolOf(pooled)
    if (pool === null) return
    const name = poolName(pool)
    const known = shifts.get(name)
    shifts.set(name, { key: poolKey(pool), before: known?.before ?? before, change: (known?.change ?? 0) + change })
  }
  for (const { kind, name } of chosen) {
    const pooled = inventory.pools.get({ kind, namespace: inventory.namespace, name })
    const facts = pooled && factsOf(pooled)
    // The last of an account takes the others with it, if they are all among the chosen.
    const areAll = facts && dirtySiblings(facts).every(({ binding }) => names.has(`${binding.kind} ${binding.name}`))
    const plan = areAll ? planTogether : planAction
    const planned = facts && plan(action, facts, { ...said, until })
    if (!planned || !('plan' in planned)) {
      leftOut.push({ kind, name, reason: planned?.reason ?? GONE })
      continue
    }
    const aside = bulkExclusion(action, facts)
    if (aside !== null) {
      leftOut.push({ kind, name, reason: aside })
      continue
    }
    const { before, after, danger, clusters, diff } = planned.plan
    diffs.push(diff)
    affected.add(facts.pooled, clusters)
    targets.push({
      kind,
      name,
      seenVersion: facts?.pooled.binding.resourceVersion ?? '',
      before,
      after,
      clusters: clusters.length,
    })
    if (danger !== null) dangers.add(danger)
    if (before === 'claimed' && after !== 'claimed') lost.add(facts)
    const isOwn =
      clusters.length === 0 && siblingInUse(facts) === null && checkUsability(facts.pooled, usability) === null
    const isUsable = (state: BindingState) => Number(state === 'free' && isOwn)
    const change = isUsable(after) - isUsable(before)
    if (change !== 0) shift(facts.pooled, facts.usableInPool + isUsable(before), change)
  }
  const pools = new Map(
    [...shifts].map(([pool, { key, before, change }]) => [pool, { key, before, after: before + change }]),
  )
  return {
    targets,
    leftOut,
    consequence: BULK_CONSEQUENCES[action],
    dangers: dangers.top(MOST_DANGERS),
    shifts: [...pools].map(([pool, shift]) => ({ pool, ...shift })),
    nextRequests: lost.nextRequests(pool => pools.get(pool)?.after ?? null),
    changes: distinctChanges(diffs),
    clusters: affected.count,
    named: affected.named,
  }
}
