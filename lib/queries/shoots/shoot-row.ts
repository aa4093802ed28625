import { shootKey } from '#lib/garden/inventory/shoot-table.ts'
import { type Account, type BindingKind, parseAccountKey } from '#lib/hap/pools/binding.ts'
import type { Pool } from '#lib/hap/pools/pool.ts'
import type { KnownTo, ShootOperation } from '#lib/hap/pools/shoot.ts'
import type { ClusterClaim } from '#lib/store/claims/cluster-claims.ts'
import type { Cluster } from './cluster.ts'

/** One line of the list of shoots. */
export interface ShootRow {
  readonly key: string
  /** Null for a claim whose cluster nobody named yet. */
  readonly name: string | null
  readonly globalAccount: string | null
  /** Null where no source tells it: shoots carry none. */
  readonly plan: string | null
  /** Null where no source tells it. */
  readonly platformRegion: string | null
  readonly provider: string
  readonly region: string
  /** Null where its binding is in none. */
  readonly pool: Pool | null
  /** `there` when HAP has it; a shoot may name one that does not exist. */
  readonly binding: { readonly kind: BindingKind; readonly name: string; readonly there: boolean } | null
  readonly account: Account | null
  /** Null when the database does not answer. */
  readonly known: KnownTo | null
  /** How far a claim without shoot came; null for a shoot. */
  readonly claimed: ClusterClaim['status'] | null
  readonly hibernated: boolean
  readonly deleting: boolean
  readonly lastOperation: ShootOperation | null
  readonly errorCodes: readonly string[]
  /** When something happened to it last; RFC 3339. */
  readonly at: string | null
}

/** The line of a cluster. */
export function shootRow(cluster: Cluster): ShootRow {
  const { shoot, claim, binding, account } = cluster
  return {
    key: shoot ? shootKey(shoot) : `claim/${claim?.id}`,
    name: cluster.name,
    globalAccount: cluster.globalAccount,
    plan: cluster.plan,
    platformRegion: cluster.platformRegion,
    provider: cluster.provider,
    region: cluster.region,
    pool: cluster.pool,
    binding: binding && { kind: binding.kind, name: binding.name, there: cluster.pooled !== null },
    account: account === null ? null : parseAccountKey(account),
    known: cluster.known,
    claimed: shoot ? null : (claim?.status ?? null),
    hibernated: shoot?.hibernated ?? false,
    deleting: shoot !== null && shoot.deletedAt !== null,
    lastOperation: shoot?.lastOperation ?? null,
    errorCodes: shoot?.errorCodes ?? [],
    at: cluster.at,
  }
}
