import type { BindingKind } from './hap/pools/binding.ts'
import { type Pool, poolKey } from './hap/pools/pool.ts'
import type { Semantics } from './hap/semantics.ts'

type Query = Readonly<Record<string, string | number | null | undefined>>

/** A path with the parameters that have a value. */
export function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== '')
  if (given.length === 0) return path
  return `${path}?${queryText(new URLSearchParams(given.map(([key, value]) => [key, String(value)])))}`
}

/** The query of an address without `?`. Leaves permitted characters unencoded, so that searches stay readable. */
export function queryText(parameters: URLSearchParams): string {
  return parameters.toString().replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%7E', '~')
}

/** Maximum length of the state in a link of the simulator; a draft of rules may exceed it. */
export const MAX_LINK_STATE = 100_000

/** A request in the address of the simulator; the page fills absent parts. */
export interface SimulatorQuery {
  readonly plan?: string | null
  readonly provider?: string | null
  readonly platformRegion?: string | null
  readonly hyperscalerRegion?: string | null
  readonly globalAccount?: string | null
  /** Absent: the semantics of the console. */
  readonly semantics?: Semantics | null
  /** Comma-separated values per field; absent: a single request. */
  readonly mode?: 'matrix' | null
  /** Rules of the left side of a comparison; absent: the rules in force. */
  readonly rules?: string | null
  /** Rules of the right side; absent: no comparison. */
  readonly compared?: string | null
}

/** The export of a list. */
interface ListFile {
  readonly q: string
  readonly sort: string
  /** The chosen columns; empty for every field. */
  readonly cols: string
  readonly format: 'csv' | 'json'
  /** End of a list that grows during the export. */
  readonly upTo?: string | undefined
}

type ExportedList =
  | 'pools'
  | 'bindings'
  | 'shoots'
  | 'global-accounts'
  | 'audit'
  | 'jobs'
  | 'approvals'
  | 'operators/clusters'
  | 'operators/subscription-requests'
  | 'operators/kubeconfigs'
  | 'operators/cleaning'

/** The tabs of the operators, by their addresses. */
export type OperatorsTab = 'clusters' | 'subscription-requests' | 'kubeconfigs' | 'cleaning' | 'waiting'

/** Parameters of the simulator's address. */
export const SIMULATOR_PARAMETERS = {
  plan: 'plan',
  provider: 'provider',
  platformRegion: 'pr',
  hyperscalerRegion: 'hr',
  globalAccount: 'ga',
  semantics: 'semantics',
  mode: 'mode',
  rules: 'rules',
  compared: 'with',
} as const satisfies Record<keyof SimulatorQuery, string>

/** Every address of the console. Nothing else writes an href. */
export const paths = {
  overview: () => '/',
  pools: (query: { q?: string } = {}) => withQuery('/pools', query),
  pool: (pool: Pool) => `/pools/${encodeURIComponent(poolKey(pool))}`,
  bindings: (query: { q?: string; sort?: string; cols?: string } = {}) => withQuery('/bindings', query),
  binding: (binding: { kind: BindingKind; name: string }, query: { tab?: string } = {}) =>
    withQuery(`/bindings/${binding.kind}/${encodeURIComponent(binding.name)}`, query),
  shoots: (query: { q?: string; sort?: string; cols?: string } = {}) => withQuery('/shoots', query),
  globalAccounts: (query: { q?: string } = {}) => withQuery('/global-accounts', query),
  globalAccount: (id: string, query: { tab?: string } = {}) =>
    withQuery(`/global-accounts/${encodeURIComponent(id)}`, query),
  listExport: (list: ExportedList, file: ListFile) => withQuery(`/api/v1/${list}/export`, { ...file }),
  /** Dangerous actions that wait for a second person. */
  approvals: (query: { act?: string } = {}) => withQuery('/approvals', query),
  jobs: () => '/jobs',
  job: (id: string, query: { outcome?: string } = {}) => withQuery(`/jobs/${encodeURIComponent(id)}`, query),
  simulator: (request: SimulatorQuery = {}) =>
    withQuery('/simulator', {
      [SIMULATOR_PARAMETERS.plan]: request.plan,
      [SIMULATOR_PARAMETERS.provider]: request.provider,
      [SIMULATOR_PARAMETERS.platformRegion]: request.platformRegion,
      [SIMULATOR_PARAMETERS.hyperscalerRegion]: request.hyperscalerRegion,
      [SIMULATOR_PARAMETERS.globalAccount]: request.globalAccount,
      [SIMULATOR_PARAMETERS.semantics]: request.semantics,
      [SIMULATOR_PARAMETERS.mode]: request.mode,
      [SIMULATOR_PARAMETERS.rules]: request.rules,
      [SIMULATOR_PARAMETERS.compared]: request.compared,
    }),
  audit: (query: { q?: string } = {}) => withQuery('/audit', query),
  /** An action by the number of its intent, or of an outcome of it. */
  auditEntry: (seq: string) => `/audit/${seq}`,
  allowlist: (query: { tab?: 'history' } = {}) => withQuery('/allowlist', query),
  /** Allowlist and limits as a file; those in force unless a version is named. */
  allowlistYaml: (version?: number) => withQuery('/api/v1/allowlist/yaml', { version }),
  /** The workbench of rules; the editor unless a tab is named. */
  rules: (query: { tab?: string } = {}) => withQuery('/rules', query),
  /** A published revision, compared with the one before it unless another is named. */
  rulesRevision: (number: number, query: { from?: number } = {}) => withQuery(`/rules/revisions/${number}`, query),
  /** The same as a file: values.yaml unless another form is named. */
  rulesRevisionYaml: (number: number, form?: 'hapRule' | 'written' | 'cases') =>
    withQuery(`/api/v1/rules/revisions/${number}/yaml`, { form }),
  /** The custom resources of the operators; the Clusters unless a tab is named. */
  operators: (tab: OperatorsTab = 'clusters', query: { q?: string; sort?: string; cols?: string; act?: string } = {}) =>
    withQuery(`/operators/${tab}`, query),
  cluster: (name: string, query: { tab?: string; act?: string } = {}) =>
    withQuery(`/operators/clusters/${encodeURIComponent(name)}`, query),
  subscriptionRequest: (name: string, query: { tab?: string; act?: string } = {}) =>
    withQuery(`/operators/subscription-requests/${encodeURIComponent(name)}`, query),
  /** A request of a kubeconfig, with a dialog open if one is named. */
  kubeconfig: (name: string, query: { tab?: string; act?: string } = {}) =>
    withQuery(`/operators/kubeconfigs/${encodeURIComponent(name)}`, query),
  settings: () => '/settings',
  /** The tokens of scripts. */
  tokens: () => '/settings/tokens',
  sessions: () => '/settings/sessions',
  /** The page for users without a role. `reason`: why they have none. */
  noAccess: (reason?: string) => withQuery('/sign-in/no-access', { reason }),
  /** `again`: also for signed-in users. `error`: why the last attempt failed. */
  signIn: (returnTo?: string, { again = false, error }: { again?: boolean; error?: string } = {}) =>
    withQuery('/sign-in', { returnTo: returnTo === '/' ? null : returnTo, again: again ? 1 : null, error }),
}

/** A list page by its name, with a saved query. */
export function listPagePath(page: string, query: string): string {
  return query === '' ? `/${page}` : `/${page}?${query}`
}

/**
 * The redirect after sign-in: `target` when it is a path of this console, with or without its `origin`, else the overview. Never leads to
 * another host.
 */
export function safeReturnTo(whole: string | null | undefined, origin: string | null = null): string {
  const target = origin !== null && whole?.startsWith(`${origin}/`) ? whole.slice(origin.length) : whole
  if (!target?.startsWith('/') || target.startsWith('//') || /[\\\p{Cc}]/u.test(target)) return paths.overview()
  // Redirects contain ASCII only.
  const { pathname, search, hash } = new URL(target, 'http://console')
  return pathname.startsWith('//') ? paths.overview() : pathname + search + hash
}
