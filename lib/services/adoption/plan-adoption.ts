import { bindingKeyOf } from '#lib/garden/inventory/shoot-table.ts'
import { epochOf } from '#lib/hap/lifecycle/change.ts'
import { accountKey, type Binding } from '#lib/hap/pools/binding.ts'
import { poolKey } from '#lib/hap/pools/pool.ts'
import { pooledBinding, poolOf } from '#lib/hap/pools/pooled-binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import { compareText } from '#lib/hap/text/text.ts'
import type { AdoptableClaim, KnownClaim } from '#lib/store/claims/adopted.ts'

/** Why a shoot is not registered. */
export type LeftReason = 'workerless' | 'unknown-binding' | 'not-hap' | 'malformed' | 'no-tenant' | 'unnamed-claim'

export interface LeftShoot {
  readonly cluster: string
  readonly reason: LeftReason
  /** Name of the binding that the shoot refers to. */
  readonly binding: string | null
}

export interface AdoptionPlan {
  /** Claims to register, by the names of their clusters. */
  readonly claims: readonly AdoptableClaim[]
  /** Number of shoots that have a claim already. */
  readonly known: number
  readonly left: readonly LeftShoot[]
  /** Clusters to register whose account belongs to another global account. */
  readonly foreign: readonly LeftShoot['cluster'][]
}

/** The part of an inventory that adoption reads. */
interface Landscape {
  shoots(): Iterable<Shoot>
  binding(key: string): Binding | null
}

/**
 * Plans which claims to register for shoots that the database does not know, and says why other
 * shoots are left out. The result does not depend on the order of shoots and claims; after
 * registration, a new plan is empty.
 */
export function planAdoption(landscape: Landscape, claims: readonly KnownClaim[]): AdoptionPlan {
  const named = new Set(claims.flatMap(({ cluster }) => cluster ?? []))
  const unnamed = firstUnnamed(claims)
  const adopted: AdoptableClaim[] = []
  const left: LeftShoot[] = []
  const foreign: string[] = []
  let known = 0
  for (const shoot of landscape.shoots()) {
    if (named.has(shoot.name) || (shoot.runtimeId !== null && named.has(shoot.runtimeId))) {
      known++
      continue
    }
    const key = bindingKeyOf(shoot)
    const found = adoptable(shoot, key === null ? null : landscape.binding(key), unnamed)
    if (typeof found === 'string') {
      left.push({ cluster: shoot.name, reason: found, binding: shoot.binding?.name ?? null })
      continue
    }
    adopted.push(found.claim)
    if (found.isForeign) foreign.push(shoot.name)
  }
  return {
    claims: adopted.sort((a, b) => compareText(a.cluster, b.cluster)),
    known,
    left: left.sort((a, b) => compareText(a.cluster, b.cluster)),
    foreign: foreign.sort(compareText),
  }
}

/** By account: arrival of the first open claim that names no cluster. */
function firstUnnamed(claims: readonly KnownClaim[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>()
  for (const { cluster, account, createdAt } of claims) {
    if (cluster !== null || account === null) continue
    first.set(account, Math.min(createdAt, first.get(account) ?? createdAt))
  }
  return first
}

/** Maximum difference between the clocks of the database and Gardener. */
const SKEW_MS = 300_000

/** Whether a claim that names no cluster may be for this shoot. */
function mayBeFor({ createdAt }: Shoot, claimedAt: number | undefined): boolean {
  return claimedAt !== undefined && !(Date.parse(createdAt) < claimedAt - SKEW_MS)
}

function adoptable(
  shoot: Shoot,
  binding: Binding | null,
  unnamed: ReadonlyMap<string, number>,
): { readonly claim: AdoptableClaim; readonly isForeign: boolean } | LeftReason {
  if (shoot.binding === null) return 'workerless'
  if (binding === null) return 'unknown-binding'
  const pooled = pooledBinding(binding)
  if (pooled === null) return 'not-hap'
  const pool = poolOf(pooled)
  if (pool === null || pooled.problems.length > 0) return 'malformed'
  const owner = pool.shared ? null : pooled.labels.tenantName
  // Kyma labels a shoot with its global account; without the label, the owner of the account is
  // assumed.
  const tenant = shoot.globalAccount || owner
  if (!tenant) return 'no-tenant'
  const account = accountKey(binding.account)
  if (mayBeFor(shoot, unnamed.get(account))) return 'unnamed-claim'
  const { kind, namespace, name, uid } = binding
  return {
    isForeign: owner !== null && owner !== tenant,
    claim: {
      shootUid: shoot.uid,
      cluster: shoot.name,
      runtimeId: shoot.runtimeId,
      tenant,
      provider: shoot.provider,
      region: shoot.region,
      outcome: pool.shared ? 'shared' : 'reuse',
      poolKey: poolKey(pool),
      hyperscalerType: pool.hyperscalerType,
      euAccess: pool.euAccess,
      binding: { kind, namespace, name, uid },
      account,
      epoch: epochOf(binding),
    },
  }
}
