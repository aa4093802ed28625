import { z } from 'zod'
import { bindingKeyOf } from '#lib/garden/inventory/shoot-table.ts'
import { epochOf } from '#lib/hap/lifecycle/change.ts'
import { accountKey, type Binding } from '#lib/hap/pools/binding.ts'
import { poolKey } from '#lib/hap/pools/pool.ts'
import { type PooledBinding, pooledBinding, poolOf } from '#lib/hap/pools/pooled-binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import { compareText } from '#lib/hap/text.ts'
import type { AdoptableClaim, KnownClaim } from '#lib/store/claims/adopted.ts'

/** Why a shoot is not registered. */
type LeftReason = 'workerless' | 'unknown-binding' | 'not-hap' | 'malformed' | 'no-tenant' | 'unnamed-claim'

interface LeftShoot {
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

const REASONS = [
  'workerless',
  'unknown-binding',
  'not-hap',
  'malformed',
  'no-tenant',
  'unnamed-claim',
] as const satisfies readonly LeftReason[]

const Left = z.object({ cluster: z.string(), reason: z.enum(REASONS), binding: z.string().nullable() })

const Report = z.object({
  namespace: z.string(),
  dryRun: z.boolean(),
  /** Clusters that were registered, or would be. */
  registered: z.number(),
  globalAccounts: z.number(),
  accounts: z.number(),
  /** Clusters that have a claim already. */
  known: z.number(),
  /** Bindings that a tenant owns; their states and tenants are recorded. */
  claimedBindings: z.number(),
  /** Shoots that were not registered; limits count them all the same. */
  left: z.array(Left),
  /** Registered clusters on an account of another global account. */
  foreign: z.array(z.string()),
})

/** What adoption did, or would do. */
export type AdoptionReport = z.infer<typeof Report>

export function reportOf(
  plan: AdoptionPlan,
  bindings: Iterable<PooledBinding>,
  more: Pick<AdoptionReport, 'namespace' | 'dryRun' | 'registered'>,
): AdoptionReport {
  const { claims, known, left, foreign } = plan
  const claimed = [...bindings].filter(({ labels }) => labels.tenantName !== null && labels.dirty === null)
  return {
    ...more,
    globalAccounts: new Set(claims.map(({ tenant }) => tenant)).size,
    accounts: new Set(claims.map(({ account }) => account)).size,
    known,
    claimedBindings: claimed.length,
    left: [...left],
    foreign: [...foreign],
  }
}

/** Parses a report from another process. Throws ZodError. */
export function readReport(line: string): AdoptionReport {
  return Report.parse(JSON.parse(line))
}

const WHY: Readonly<Record<LeftReason, string>> = {
  workerless: 'without workers and so without an account',
  'unknown-binding': 'on a binding that does not exist or may not be read',
  'not-hap': 'on a binding without HAP labels',
  malformed: 'on a binding with malformed labels; repair it, then adopt again',
  'no-tenant': 'of an unknown global account',
  'unnamed-claim': 'on an account with a claim that names no cluster; name it there first',
}

/** Groups the shoots that were left out by reason; `why` follows their number in a sentence. */
export function leftByReason({ left }: Pick<AdoptionReport, 'left'>): readonly {
  readonly why: string
  readonly shoots: readonly LeftShoot[]
}[] {
  return REASONS.map(reason => ({ why: WHY[reason], shoots: left.filter(each => each.reason === reason) })).filter(
    ({ shoots }) => shoots.length > 0,
  )
}
