import { z } from 'zod'
import { FINDINGS, findingsOf } from '#lib/hap/analysis/findings.ts'
import { BINDING_KINDS, bindingKey } from '#lib/hap/pools/binding.ts'
import { poolSpellings } from '#lib/hap/pools/pool.ts'
import { BINDING_STATES } from '#lib/hap/pools/state.ts'
import { compareText } from '#lib/hap/text.ts'
import { byNumber, byText, defineList, type RowOf } from '../lists/define-list.ts'
import type { Compare } from '../lists/list-window.ts'
import { Account, KindName, Pool, StateName } from '../lists/row-schemas.ts'
import type { BindingFacts } from './binding-facts.ts'
import { labelProblems, misuseLabel, problemLabels } from './problem-labels.ts'

/** Problem of a binding without hyperscaler type, which is in no pool. */
export const NO_TYPE = 'no-type'

/** Values of the field `problem`. */
const BINDING_PROBLEMS = [...FINDINGS, NO_TYPE] as const

const STATE_ORDER = new Map(BINDING_STATES.map((state, index) => [state, index]))

const byName: Compare<BindingFacts> = (a, b) =>
  compareText(a.pooled.binding.name, b.pooled.binding.name) || compareText(a.pooled.binding.kind, b.pooled.binding.kind)

/** The list of bindings. */
export const BINDING_LIST = defineList<BindingFacts>()(
  { defaultSort: 'name', tie: byName },
  {
    key: { row: z.string(), value: ({ pooled }) => bindingKey(pooled.binding), column: 'name' },
    name: {
      row: z.string(),
      value: ({ pooled }) => pooled.binding.name,
      search: { kind: 'text', description: 'part of the name' },
      sort: { compare: byName },
      csv: 'name',
    },
    kind: {
      row: KindName,
      value: ({ pooled }) => pooled.binding.kind,
      search: {
        kind: 'enum',
        values: BINDING_KINDS,
        aliases: { CB: 'CredentialsBinding', SB: 'SecretBinding', S: 'Secret' },
        description: 'kind of the binding',
      },
      sort: byText(({ pooled }) => pooled.binding.kind),
      csv: 'kind',
      csvBefore: 'name',
    },
    type: {
      search: {
        kind: 'enum',
        description: 'hyperscaler type',
        read: ({ pooled }) => pooled.labels.hyperscalerType,
      },
    },
    pool: {
      /** Null without a hyperscaler type. */
      row: Pool.nullable(),
      value: ({ pool }) => pool,
      search: { kind: 'enum', description: 'pool', read: listPoolSpellings },
      sort: byText(({ poolKey }) => poolKey),
      column: ['pool', 'eu', 'shared'],
      csv: {
        hyperscaler_type: pool => pool?.hyperscalerType ?? null,
        eu_access: pool => pool?.euAccess ?? null,
        shared: pool => pool?.shared ?? null,
      },
    },
    provider: {
      search: {
        kind: 'enum',
        description: 'provider type of Gardener',
        read: ({ pooled }) => pooled.binding.providers,
      },
    },
    state: {
      row: StateName,
      value: ({ state }) => state,
      search: { kind: 'enum', values: BINDING_STATES, description: 'state of the binding' },
      sort: byNumber(({ state }) => STATE_ORDER.get(state) ?? 0),
      csv: 'state',
    },
    accountState: {
      search: {
        name: 'account-state',
        kind: 'enum',
        values: BINDING_STATES,
        description: 'state of the account: the most restrictive of its bindings',
        read: ({ accountState }) => accountState,
      },
    },
    since: {
      /** RFC 3339; null while unknown. */
      row: z.string().nullable(),
      value: ({ since }) => since,
      column: 'for',
      // By length of time.
      sort: { compare: (a, b) => compareText(b.since ?? '', a.since ?? ''), lacks: ({ since }) => since === null },
      csv: 'since',
    },
    sinceIsFirstLook: {
      /** Whether `since` is only the first observation of the state. */
      row: z.boolean(),
      value: ({ sinceIsFirstLook }) => sinceIsFirstLook,
      column: 'for',
      csv: 'since_is_first_look',
    },
    ga: {
      search: {
        kind: 'text',
        prefix: true,
        description: 'global account that owns it or has a shoot on it',
        read: ({ tenants }) => tenants,
      },
    },
    tenant: {
      row: z.string().nullable(),
      value: ({ pooled }) => pooled.labels.tenantName,
      search: { kind: 'text', prefix: true, description: 'same as ga', read: ({ tenants }) => tenants },
      sort: byText(({ pooled }) => pooled.labels.tenantName),
      csv: 'global_account',
    },
    owner: {
      search: {
        kind: 'enum',
        description: 'global account its label names, the whole id',
        read: ({ pooled }) => pooled.labels.tenantName,
      },
    },
    shoot: {
      search: {
        kind: 'text',
        description: 'part of the name of a shoot on the account',
        read: ({ accountShoots }) => accountShoots.map(({ name }) => name),
      },
    },
    account: {
      row: Account,
      value: ({ pooled }) => pooled.binding.account,
      search: {
        kind: 'text',
        description: 'part of the name of the Secret or WorkloadIdentity',
        read: ({ pooled }) => pooled.binding.account.name,
      },
      sort: byText(({ account }) => account),
      column: ['account', 'account-kind'],
      csv: {
        account_kind: ({ kind }) => kind,
        account_namespace: ({ namespace }) => namespace,
        account_name: ({ name }) => name,
      },
    },
    eu: { search: { kind: 'boolean', description: 'EU access', read: ({ pool }) => pool?.euAccess ?? null } },
    shared: {
      search: {
        kind: 'boolean',
        description: 'shared by many global accounts',
        read: ({ pool }) => pool?.shared ?? null,
      },
    },
    problem: {
      search: {
        kind: 'enum',
        values: BINDING_PROBLEMS,
        description: 'a warning',
        read: facts => (facts.pooled.labels.hyperscalerType ? findingsOf(facts) : [...findingsOf(facts), NO_TYPE]),
      },
    },
    shoots: {
      /** Shoots on the account. */
      row: z.number(),
      value: ({ shoots }) => shoots,
      search: { kind: 'number', description: 'number of shoots on the account' },
      sort: byNumber(({ shoots }) => shoots),
      csv: 'shoots',
      countedFrom: ['shoots'],
    },
    clusters: {
      /** Clusters of the account as limits count them: shoots and reserved clusters. */
      row: z.number(),
      value: ({ clusters }) => clusters,
      countedFrom: ['shoots', 'claims'],
    },
    reserved: {
      /** Of these, clusters that are claimed and whose shoots do not exist. */
      row: z.number(),
      value: ({ reserved }) => reserved,
      search: { kind: 'number', description: 'number of clusters claimed on the account that have no shoot yet' },
      column: 'shoots',
      csv: 'reserved_clusters',
      countedFrom: ['shoots', 'claims'],
    },
    failing: {
      /** Shoots on the account that report infrastructure errors. */
      row: z.number(),
      value: ({ failing }) => failing,
      search: { kind: 'number', description: 'number of shoots with infrastructure errors' },
      sort: byNumber(({ failing }) => failing),
      csv: 'failing_shoots',
      countedFrom: ['shoots'],
    },
    stuck: {
      search: {
        kind: 'boolean',
        description: 'stuck: too long in a transient state, or beyond its hold',
        read: ({ stuck }) => stuck,
      },
    },
    usable: {
      search: {
        kind: 'boolean',
        description: 'free, selected by a rule and not in use',
        read: ({ usable }) => usable,
      },
    },
    limit: {
      row: z.number().nullable(),
      value: ({ limit }) => limit?.value ?? null,
      column: 'shoots',
      csv: 'limit',
    },
    others: {
      /** Other bindings of the same account. */
      row: z.number(),
      value: ({ others }) => others,
      search: { kind: 'number', description: 'number of other bindings of the account' },
      sort: byNumber(({ others }) => others),
      csv: 'other_bindings',
    },
    for: {
      search: {
        kind: 'number',
        units: { h: 1, d: 24 },
        description: 'time in its state, if known, in hours or days',
        read: ({ hoursInState }) => hoursInState,
      },
    },
    age: {
      search: {
        kind: 'number',
        units: { d: 1, y: 365 },
        description: 'age in days or years',
        read: ({ ageDays }) => ageDays,
      },
    },
    createdAt: {
      row: z.string(),
      value: ({ pooled }) => pooled.binding.createdAt,
      search: {
        name: 'created',
        kind: 'time',
        examples: ['24h', '7d', '30d'],
        description: 'creation time: a day in UTC, or an age',
      },
      column: ['age', 'created'],
      sort: { compare: (a, b) => compareText(b.pooled.binding.createdAt, a.pooled.binding.createdAt) },
      csv: 'created_at',
    },
    problems: {
      /** Labels of the problems that the search field `problem` finds, worst first. */
      row: z.array(z.string()),
      value: problemLabels,
      csv: { problems: problems => problems.join('; ') },
    },
    labelProblems: {
      /** Problems of its labels only. */
      row: z.array(z.string()),
      value: labelProblems,
    },
    misuse: {
      /**
       * Worst problem of the clusters on its account, for example free but in use; null for none.
       */
      row: z.string().nullable(),
      value: misuseLabel,
    },
  },
)

/** One row of the bindings list. */
export type BindingRow = RowOf<typeof BINDING_LIST>

/** Both spellings of the pool of a binding. */
export function listPoolSpellings({ poolKey }: BindingFacts): readonly string[] {
  return poolKey === null ? [] : poolSpellings(poolKey)
}
