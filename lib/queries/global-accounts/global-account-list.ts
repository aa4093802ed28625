import { z } from 'zod'
import { type Pool as BindingPool, poolName, poolSpellings } from '#lib/hap/pools/pool.ts'
import { BINDING_STATES } from '#lib/hap/pools/state.ts'
import type { SearchField } from '#lib/search/field.ts'
import { listPoolSpellings } from '../bindings/binding-list.ts'
import { listBindingFields } from '../bindings/list-bindings.ts'
import type { KnownClusters } from '../cluster-register.ts'
import { listUnread } from '../health.ts'
import { byNumber, byText, defineList, type RowOf } from '../lists/define-list.ts'
import { type Exported, type ExportRequest, exportList } from '../lists/export-list.ts'
import { findItems, type ListRequest, type ListWindow, selectItems, sliceWindow } from '../lists/list-window.ts'
import { Account, KindName, Pool } from '../lists/row-schemas.ts'
import { accountKeys, overLimitSearch, ownedSearch, ownerSearch, releasedSearch } from '../pools/owners.ts'
import type { QueryContext } from '../query-context.ts'
import {
  computeFillLevel,
  countAccountsOf,
  GLOBAL_ACCOUNT_PROBLEMS,
  GlobalAccountFacts,
} from './global-account-facts.ts'

/** A number of accounts, and the search that finds exactly their bindings. */
const Counted = z.object({ count: z.number(), q: z.string() })

const byId = byText<GlobalAccountFacts>(({ id }) => id)

/** The list of global accounts. */
export const GLOBAL_ACCOUNT_LIST = defineList<GlobalAccountFacts>()(
  { defaultSort: 'id', tie: byId.compare },
  {
    id: {
      row: z.string(),
      search: { name: 'ga', kind: 'text', prefix: true, description: 'start of the id' },
      sort: byId,
      csv: 'global_account',
    },
    type: {
      search: {
        kind: 'enum',
        description: 'hyperscaler type of one of its accounts',
        read: ({ bindings }) => bindings.flatMap(({ pooled }) => pooled.labels.hyperscalerType ?? []),
      },
    },
    types: {
      /**
       * Accounts whose bindings name it, by pool, including released ones. The pool is null for
       * bindings without a type.
       */
      row: z.array(Counted.extend({ pool: Pool.nullable() })),
      value: typesOf,
      csv: {
        pools: types => types.map(({ pool, count }) => `${pool ? poolName(pool) : 'no type'}: ${count}`).join('; '),
      },
    },
    pool: {
      search: {
        kind: 'enum',
        description: 'pool of one of its accounts',
        read: ({ bindings }) => bindings.flatMap(listPoolSpellings),
      },
    },
    uses: {
      search: {
        kind: 'enum',
        description: 'pool it uses, including shared pools with one of its clusters',
        read: ({ pools }) => pools.flatMap(poolSpellings),
      },
    },
    provider: {
      search: {
        kind: 'enum',
        description: 'provider of one of its accounts or clusters',
        read: ({ bindings, shoots }) => [
          ...bindings.flatMap(({ pooled }) => pooled.binding.providers),
          ...shoots.map(({ provider }) => provider),
        ],
      },
    },
    state: {
      search: {
        kind: 'enum',
        values: BINDING_STATES,
        description: 'state of one of its accounts',
        read: ({ bindings }) => bindings.map(({ state }) => state),
      },
    },
    shoot: {
      search: {
        kind: 'text',
        description: 'part of the name of one of its clusters',
        read: ({ shoots }) => shoots.map(({ name }) => name),
      },
    },
    subaccount: {
      search: {
        kind: 'text',
        prefix: true,
        description: 'start of the id of a subaccount with a cluster',
        read: ({ shoots }) => shoots.flatMap(({ subaccount }) => subaccount ?? []),
      },
    },
    onAllowlist: {
      row: z.boolean(),
      search: { name: 'allowlist', kind: 'boolean', description: 'may own multiple accounts of a pool' },
      column: 'allowlist',
      sort: byNumber(({ onAllowlist }) => Number(onAllowlist)),
      csv: 'on_allowlist',
      csvBefore: 'fullest_binding',
    },
    problem: {
      search: {
        kind: 'enum',
        values: GLOBAL_ACCOUNT_PROBLEMS,
        description: 'a warning',
        read: ({ problems }) => problems,
      },
    },
    accounts: {
      row: Counted,
      value: ({ id, accounts }) => ({ count: accounts, q: ownerSearch(id) }),
      search: { kind: 'number', description: 'number of its accounts', read: ({ accounts }) => accounts },
      sort: byNumber(({ accounts }) => accounts),
      csv: { accounts: ({ count }) => count },
    },
    clusters: {
      /** Its clusters on all accounts: shoots and reserved clusters. */
      row: z.number(),
      search: { kind: 'number', description: 'number of its clusters' },
      sort: byNumber(({ clusters }) => clusters),
      csv: 'clusters',
      countedFrom: ['shoots', 'claims'],
    },
    reserved: {
      /** Of these, claimed clusters without a shoot. */
      row: z.number(),
      countedFrom: ['shoots', 'claims'],
    },
    fullest: {
      /** Account with the least room; the limit is null where none applies. */
      row: z
        .object({
          kind: KindName,
          name: z.string(),
          account: Account,
          clusters: z.number(),
          reserved: z.number(),
          limit: z.number().nullable(),
        })
        .nullable(),
      value: fullestOf,
      search: {
        name: 'fill',
        kind: 'number',
        description: 'percentage of the limit used by its fullest account',
        read: facts => {
          const fill = fillOf(facts)
          return fill === null ? null : Math.floor(fill * 100)
        },
      },
      column: 'fill',
      sort: {
        compare: (a, b) =>
          (fillOf(a) ?? 0) - (fillOf(b) ?? 0) || (a.fullest?.clusters ?? 0) - (b.fullest?.clusters ?? 0),
        lacks: facts => fillOf(facts) === null,
      },
      csv: {
        fullest_binding: fullest => fullest?.name ?? null,
        fullest_clusters: fullest => fullest?.clusters ?? null,
        fullest_limit: fullest => fullest?.limit ?? null,
      },
      countedFrom: ['shoots', 'claims'],
    },
    overLimit: {
      row: Counted,
      value: ({ id, overLimit }) => ({ count: overLimit, q: overLimitSearch(id) }),
      search: {
        name: 'over',
        kind: 'number',
        description: 'number of its accounts over their limit',
        read: ({ overLimit }) => overLimit,
      },
      column: 'over',
      sort: byNumber(({ overLimit }) => overLimit),
      csv: { over_limit: ({ count }) => count },
      countedFrom: ['shoots', 'claims'],
    },
    givenBack: {
      /** Released and not clean yet. */
      row: Counted,
      value: ({ id, givenBack }) => ({ count: givenBack, q: releasedSearch(id) }),
      column: ['given-back', 'warnings'],
      csv: { released: ({ count }) => count },
    },
    several: {
      /** Pools with several accounts of it, although it is not on the allowlist. */
      row: z.array(Counted.extend({ pool: Pool })),
      value: ({ id, several }) =>
        several.map(({ pool, bindings }) => ({ pool, count: accountKeys(bindings).size, q: ownedSearch(id, pool) })),
      column: 'warnings',
      csv: { pools_with_several: several => several.map(({ pool }) => poolName(pool)).join('; ') },
    },
  },
)

/** One row of the list of global accounts. */
export type GlobalAccountRow = RowOf<typeof GLOBAL_ACCOUNT_LIST>

/** Fill level of its fullest account; null without a limit. */
function fillOf({ fullest }: GlobalAccountFacts): number | null {
  return fullest?.limit ? computeFillLevel(fullest.clusters, fullest.limit.value) : null
}

function fullestOf({ fullest }: GlobalAccountFacts) {
  if (fullest === null) return null
  const { kind, name, account } = fullest.pooled.binding
  const { clusters, reserved, limit } = fullest
  return { kind, name, account, clusters, reserved, limit: limit?.value ?? null }
}

interface OfPool {
  readonly pool: BindingPool | null
  readonly count: number
  readonly q: string
}

function typesOf({ id, bindings }: GlobalAccountFacts): readonly OfPool[] {
  const groups = Map.groupBy(bindings, ({ pooled, poolKey }) => (pooled.labels.hyperscalerType ? poolKey : null))
  return Array.from(groups, ([key, ofPool]) => ({
    pool: key === null ? null : (ofPool[0]?.pool ?? null),
    count: countAccountsOf(ofPool),
    q: key === null ? `${ownerSearch(id)} problem:no-type` : ownerSearch(id, key),
  })).sort((a, b) => b.count - a.count || (a.q < b.q ? -1 : 1))
}

/** Lists a part of all global accounts with an account or a cluster. */
export function listGlobalAccounts(context: QueryContext, request: ListRequest): ListWindow<GlobalAccountRow> {
  const { found, of, errors } = findItems(listGlobalAccountFacts(context), request.q, GLOBAL_ACCOUNT_LIST)
  const rows = sliceWindow(found, request, GLOBAL_ACCOUNT_LIST).map(GLOBAL_ACCOUNT_LIST.toRow)
  return { rows, offset: request.offset, hits: found.length, of, errors, unread: listUnread(context) }
}

/** Exports the list of global accounts; `known` is null when the database does not answer. */
export function exportGlobalAccounts(
  context: QueryContext,
  known: KnownClusters | null,
  request: ExportRequest,
): Exported {
  const found = selectItems(listGlobalAccountFacts(context), request, GLOBAL_ACCOUNT_LIST)
  return exportList(found, { context, known, request, rows: 'bindings', list: GLOBAL_ACCOUNT_LIST })
}

/** Lists the facts of all global accounts of the inventory. */
function listGlobalAccountFacts(context: QueryContext): readonly GlobalAccountFacts[] {
  return Array.from(context.inventory.globalAccounts(), id => new GlobalAccountFacts(id, context))
}

/** Fields of the bindings list with the same values. */
const OF_BINDINGS: ReadonlyMap<string, string> = new Map([
  ['type', 'type'],
  ['pool', 'pool'],
  ['uses', 'pool'],
  ['provider', 'provider'],
])

/** Returns the search fields with the examples of the bindings list. */
export function listGlobalAccountFields(context: Pick<QueryContext, 'inventory'>): readonly SearchField[] {
  const offered = new Map(listBindingFields(context).map(({ name, examples }) => [name, examples]))
  return GLOBAL_ACCOUNT_LIST.fields.map(field => {
    const examples = offered.get(OF_BINDINGS.get(field.name) ?? '')
    return examples ? { ...field, examples } : field
  })
}
