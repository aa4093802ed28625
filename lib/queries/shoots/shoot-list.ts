import { z } from 'zod'
import { shootKey } from '#lib/garden/inventory/shoot-table.ts'
import { parseAccountKey } from '#lib/hap/pools/binding.ts'
import { INFRASTRUCTURE, infrastructureErrors, KNOWN_TO } from '#lib/hap/pools/shoot.ts'
import { compareText } from '#lib/hap/text.ts'
import { UNKNOWN } from '#lib/search/shoot-terms.ts'
import { byNumber, byText, defineList, type RowOf } from '../lists/define-list.ts'
import type { Compare } from '../lists/list-window.ts'
import { Account, KindName, Pool, ShootOperation } from '../lists/row-schemas.ts'
import { type Cluster, errorTexts, operationTexts, splitWords } from './cluster.ts'

/** Sorts after every name of a cluster. */
const UNNAMED = '\uffff'

/** The order of the list without a sort; clusters without a name come last. */
export const byName: Compare<Cluster> = (a, b) =>
  compareText(a.name ?? UNNAMED, b.name ?? UNNAMED) || compareText(idOf(a), idOf(b))

/**
 * The list of shoots, and of claims without one. A search without field matches names and global
 * accounts.
 */
export const SHOOT_LIST = defineList<Cluster>()(
  { defaultSort: 'name', itemOrder: 'name', tie: byName },
  {
    key: {
      row: z.string(),
      value: ({ shoot, claim }) => (shoot ? shootKey(shoot) : `claim/${claim?.id}`),
      column: 'name',
    },
    name: {
      /** Null for a claim whose cluster has no name yet. */
      row: z.string().nullable(),
      search: { kind: 'text', description: 'part of the name' },
      sort: { compare: byName, lacks: ({ name }) => name === null },
      csv: 'name',
    },
    globalAccount: {
      row: z.string().nullable(),
      search: { name: 'ga', kind: 'text', prefix: true, description: 'global account' },
      column: 'ga',
      sort: byText(({ globalAccount }) => globalAccount),
      csv: 'global_account',
    },
    subaccount: {
      search: {
        kind: 'enum',
        description: 'subaccount, the whole id',
        read: ({ shoot }) => shoot?.subaccount ?? null,
      },
    },
    plan: {
      /** Null where no source states it; shoots do not carry a plan. */
      row: z.string().nullable(),
      search: { kind: 'enum', description: 'plan, or unknown', read: ({ plan }) => plan ?? UNKNOWN },
      sort: byText(({ plan }) => plan),
      csv: 'plan',
    },
    type: {
      search: {
        kind: 'enum',
        description: 'hyperscaler type of its binding',
        read: ({ pool }) => pool?.hyperscalerType ?? null,
      },
      // Falls back to the provider type of Gardener, which the column shows.
      sort: byText(({ pool, provider }) => pool?.hyperscalerType ?? provider),
    },
    provider: {
      row: z.string(),
      search: { kind: 'enum', description: 'provider type of Gardener' },
      column: ['provider', 'type'],
      csv: 'provider',
    },
    region: {
      row: z.string(),
      search: { kind: 'enum', description: 'hyperscaler region, or unknown', read: ({ region }) => region || UNKNOWN },
      sort: byText(({ region }) => region || null),
      csv: 'region',
    },
    platformRegion: {
      /** Null where no source states it. */
      row: z.string().nullable(),
      search: {
        name: 'pr',
        kind: 'enum',
        description: 'platform region, or unknown',
        read: ({ platformRegion }) => platformRegion ?? UNKNOWN,
      },
      column: 'plan',
      csv: 'platform_region',
      csvBefore: 'provider',
    },
    pool: {
      /** Null where its binding is in no pool. */
      row: Pool.nullable(),
      search: { kind: 'enum', description: 'pool its account is in', read: ({ pools }) => pools },
      column: 'type',
      csv: { hyperscaler_type: pool => pool?.hyperscalerType ?? null },
      csvBefore: 'region',
    },
    binding: {
      /** `there`: the binding exists in HAP; a shoot may refer to a missing one. */
      row: z.object({ kind: KindName, name: z.string(), there: z.boolean() }).nullable(),
      value: ({ binding, pooled }) => binding && { kind: binding.kind, name: binding.name, there: pooled !== null },
      search: { kind: 'enum', description: 'name of its binding', read: ({ bindingNames }) => bindingNames },
      sort: byText(({ shoot, claim }) => (shoot ?? claim)?.binding?.name || null),
      csv: { binding_kind: binding => binding?.kind ?? null, binding_name: binding => binding?.name ?? null },
    },
    account: {
      row: Account.nullable(),
      value: ({ account }) => (account === null ? null : parseAccountKey(account)),
      search: {
        kind: 'enum',
        description: 'name of the Secret or WorkloadIdentity',
        read: ({ account }) => (account === null ? null : [account, account.slice(account.lastIndexOf('/') + 1)]),
      },
      sort: byText(({ account }) => account),
      csv: {
        account_kind: account => account?.kind ?? null,
        account_namespace: account => account?.namespace ?? null,
        account_name: account => account?.name ?? null,
      },
    },
    runtime: { search: { kind: 'enum', description: 'runtime id', read: ({ shoot }) => shoot?.runtimeId ?? null } },
    known: {
      /** Null when the database does not answer. */
      row: z.enum(KNOWN_TO).nullable(),
      search: { kind: 'enum', values: KNOWN_TO, description: 'known to Gardener, the database or both' },
      sort: byNumber(({ known }) => KNOWN_TO.indexOf(known ?? 'both')),
      csv: 'known_to',
    },
    claimed: {
      /** The status of a claim without shoot; null for a shoot. */
      row: z.enum(['intent', 'reserved', 'active', 'releasing']).nullable(),
      value: ({ shoot, claim }) => (shoot ? null : (claim?.status ?? null)),
      column: 'operation',
      csv: 'claim',
    },
    lastOperation: {
      row: ShootOperation.nullable(),
      value: ({ shoot }) => shoot?.lastOperation ?? null,
      search: {
        name: 'operation',
        kind: 'enum',
        description: 'type, state or text of the last operation',
        read: cluster => splitWords(operationTexts(cluster)),
      },
      column: 'operation',
      sort: { compare: byOperation },
      csv: {
        operation: operation => operation?.type ?? null,
        operation_state: operation => operation?.state ?? null,
      },
    },
    errorCodes: {
      row: z.array(z.string()),
      value: ({ shoot }) => shoot?.errorCodes ?? [],
      search: {
        name: 'error',
        kind: 'enum',
        description: 'error code, part of its text, or infrastructure for any such error',
        read: cluster => {
          const words = splitWords(errorTexts(cluster))
          const { shoot } = cluster
          return shoot && infrastructureErrors(shoot).length > 0 ? [...words, INFRASTRUCTURE] : words
        },
      },
      column: ['errors', 'operation'],
      csv: { errors: codes => codes.join(' ') },
    },
    hibernated: {
      row: z.boolean(),
      value: ({ shoot }) => shoot?.hibernated ?? false,
      search: { kind: 'boolean', description: 'hibernated', read: ({ shoot }) => shoot?.hibernated ?? null },
      column: 'name',
      csv: 'hibernated',
    },
    deleting: {
      row: z.boolean(),
      value: ({ shoot }) => shoot !== null && shoot.deletedAt !== null,
      search: {
        kind: 'boolean',
        description: 'being deleted',
        read: ({ shoot }) => shoot && shoot.deletedAt !== null,
      },
      column: 'name',
      csv: 'deleting',
    },
    at: {
      /** Its last event; RFC 3339. */
      row: z.string().nullable(),
      column: 'when',
      sort: byText(({ at }) => at),
      csv: 'at',
    },
  },
)

/** One row of the shoots list. */
export type ShootRow = RowOf<typeof SHOOT_LIST>

function idOf({ shoot, claim }: Cluster): string {
  return shoot?.namespace ?? claim?.id ?? ''
}

/** Shoots with errors come first. */
function byOperation(a: Cluster, b: Cluster): number {
  return (
    errorRank(a) - errorRank(b) || compareText(stateOf(a), stateOf(b)) || compareText(operationOf(a), operationOf(b))
  )
}

function errorRank({ shoot }: Cluster): number {
  return shoot && shoot.errorCodes.length > 0 ? 0 : 1
}

function stateOf({ shoot, claim }: Cluster): string {
  return (shoot ? shoot.lastOperation?.state : claim?.status) ?? ''
}

function operationOf({ shoot }: Cluster): string {
  return shoot?.lastOperation?.type ?? ''
}
