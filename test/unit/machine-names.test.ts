import { readdirSync, readFileSync } from 'node:fs'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { approvalFile } from '#lib/api/approvals.ts'
import { jobFile } from '#lib/api/jobs.ts'
import { WriteQueue } from '#lib/garden/writes/write-queue.ts'
import { KUBECONFIG_AUDIT_NAMES } from '#lib/hap/access/kubeconfig-verbs.ts'
import { ACTIONS } from '#lib/hap/actions/action.ts'
import { RULES_VERBS } from '#lib/hap/analysis/rule-changes.ts'
import { RESOURCE_AUDIT_NAMES } from '#lib/hap/audit/target.ts'
import { CHANGE_ALLOWLIST } from '#lib/hap/lifecycle/multi-account-change.ts'
import { formatPlansFile } from '#lib/hap/plans/imported-plans.ts'
import { problemResponse } from '#lib/http/problem-response.ts'
import { CLUSTER_CONDITIONS, SHOOT_CONDITIONS } from '#lib/operators/api/cluster.ts'
import { KUBECONFIG_CONDITIONS } from '#lib/operators/api/kubeconfig-request.ts'
import { SUBSCRIPTION_CONDITIONS } from '#lib/operators/api/subscription-request.ts'
import { QueueMeter } from '#lib/operators/framework/metrics.ts'
import { AUDIT_LIST } from '#lib/queries/audit/audit-list.ts'
import { BINDING_LIST } from '#lib/queries/bindings/binding-list.ts'
import { CLEANING_LIST } from '#lib/queries/bindings/cleaning-list.ts'
import { knownClusters } from '#lib/queries/cluster-register.ts'
import { GLOBAL_ACCOUNT_LIST } from '#lib/queries/global-accounts/global-account-list.ts'
import { formatImpactFile } from '#lib/queries/impact/impact-rows.ts'
import type { ListFile } from '#lib/queries/lists/define-list.ts'
import { CLUSTER_LIST } from '#lib/queries/operators/cluster-list.ts'
import { KUBECONFIG_LIST } from '#lib/queries/operators/kubeconfig-list.ts'
import { SUBSCRIPTION_LIST } from '#lib/queries/operators/subscription-list.ts'
import { POOL_LIST } from '#lib/queries/pools/pool-list.ts'
import { SHOOT_LIST } from '#lib/queries/shoots/shoot-list.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import { operatorMetrics, settingsMetrics, sourceMetrics, storeMetrics } from '#lib/runtime/metrics/process-metrics.ts'
import { landscapeMetrics } from '#lib/runtime/metrics/testing/landscape-metrics.ts'
import type { SearchField } from '#lib/search/field.ts'
import { APPROVAL_ENTRIES } from '#lib/services/approvals/approval-context.ts'
import { ACTIVATE } from '#lib/services/claims/claim-audit.ts'
import { END_SESSION } from '#lib/services/end-session.ts'
import { JOB_ENTRIES } from '#lib/services/jobs/job-context.ts'
import { ACCEPT_LANDSCAPE } from '#lib/services/landscape/accept-landscape.ts'
import { ADOPT } from '#lib/services/landscape/adopt.ts'
import { END_ADOPTED } from '#lib/services/landscape/retire-vanished.ts'
import { TOKEN_ENTRIES } from '#lib/services/tokens/token.ts'
import { VIEW_ENTRIES } from '#lib/services/views/saved-view.ts'
import { APPROVAL_LIST } from '#lib/store/approvals.ts'
import { JOB_LIST } from '#lib/store/jobs/job-list.ts'
import { startActivityMetrics } from '#lib/telemetry/activity-metrics.ts'
import { measure } from '#lib/util/measured.ts'

const LISTS = {
  audit: AUDIT_LIST,
  bindings: BINDING_LIST,
  cleaning: CLEANING_LIST,
  clusters: CLUSTER_LIST,
  'global-accounts': GLOBAL_ACCOUNT_LIST,
  kubeconfigs: KUBECONFIG_LIST,
  pools: POOL_LIST,
  shoots: SHOOT_LIST,
  'subscription-requests': SUBSCRIPTION_LIST,
}

test('names that programs read are those of machine-names.txt', async () => {
  const listed = readFileSync(new URL('machine-names.txt', import.meta.url), 'utf8')
  const present = [conditions(), eventReasons(), await csvHeaders(), auditActions(), searchFields(), await metrics()]
  const { type } = await problemResponse(400, '').json()
  expect([...present.flat(), `problem type: ${type}`].join('\n')).toBe(listed.trimEnd())
})

function conditions(): readonly string[] {
  const clusters = { ...CLUSTER_CONDITIONS, ...SHOOT_CONDITIONS }
  const kinds = { Cluster: clusters, Subscription: SUBSCRIPTION_CONDITIONS, Kubeconfig: KUBECONFIG_CONDITIONS }
  return Object.entries(kinds).flatMap(([kind, table]) =>
    Object.entries(table).map(([type, reasons]) => `condition ${kind} ${type}: ${reasons.join(' ')}`),
  )
}

/** Actions and reasons of events, read from the source because no table lists them. */
function eventReasons(): readonly string[] {
  const names = readdirSync('lib/operators', { recursive: true, encoding: 'utf8' })
  const source = names.filter(name => /(?<!\.test)\.ts$/.test(name)).map(name => readFileSync(`lib/operators/${name}`))
  const events = source.join('\n').matchAll(/reason: ([^{}\n]+), action: '(\w+)'/g)
  return Array.from(events, ([, reason, action]) => `event ${action}: ${reason}`).toSorted()
}

async function csvHeaders(): Promise<readonly string[]> {
  const header = (name: string, columns: ListFile<never>['columns']) =>
    `csv ${name}: ${columns.map(([column]) => column).join(',')}`
  const none = { errors: [], count: 0, parts: async function* () {} }
  const request = { q: '', sort: '', cols: '', format: 'csv', at: 0 } as const
  const jobs = await jobFile({ listWhole: async () => none }, request)
  const approvals = await approvalFile({ decidedWhole: async () => none }, { id: 'x' }, request)
  const lists = Object.entries(LISTS).map(([name, { columns }]) => header(name, columns))
  const files = [formatImpactFile([], 'documented'), formatPlansFile(new Map())]
  for (const file of [jobs, approvals]) {
    if ('refused' in file) throw new Error(file.refused)
    for await (const part of file.parts) files.push(part)
  }
  return [...lists, ...files.map(file => `csv: ${file.trim()}`)]
}

function auditActions(): readonly string[] {
  const onObjects = [KUBECONFIG_AUDIT_NAMES, RESOURCE_AUDIT_NAMES, RULES_VERBS, VIEW_ENTRIES]
  const tables = [...onObjects, APPROVAL_ENTRIES, JOB_ENTRIES, TOKEN_ENTRIES]
  const single = [ACCEPT_LANDSCAPE, ACTIVATE, ADOPT, CHANGE_ALLOWLIST, END_ADOPTED, END_SESSION]
  const names = [...ACTIONS, ...tables.flatMap(table => Object.values<string>(table)), ...single]
  return names.toSorted().map(name => `audit action: ${name}`)
}

function searchFields(): readonly string[] {
  const describe = ({ name, kind, values = [], aliases = {} }: SearchField) =>
    [name, kind, ...values, ...Object.entries(aliases).map(pair => pair.join('='))].join(' ')
  const lists = Object.entries({ ...LISTS, approvals: APPROVAL_LIST, jobs: JOB_LIST })
  return lists.flatMap(([name, { fields }]) => fields.map(each => `search ${name}: ${describe(each)}`))
}

async function metrics(): Promise<readonly string[]> {
  const { context } = landscapeContext('small')
  const metrics = { ...new QueueMeter().snapshot(), depth: 0, scheduled: 0, working: 0, longestRunMs: 0 }
  const store = { connection: { pool: {} }, health: () => ({ state: 'up' }), db: { $queryRaw: async () => [] } }
  const clusters = { read: async () => knownClusters([]) }
  const empty = { runtimes: null, operators: null, problems: () => [], settings: { problems: () => [] } }
  const started = { writeQueue: new WriteQueue(0), rules: { active: {} }, chain: { status: async () => ({}) } }
  const operators = { identity: 'me', controllers: () => [{ name: 'cluster', metrics }] }
  const parts = { ...empty, ...started, ...operators, store, clusters, inventory: context.inventory } as never
  const others = [settingsMetrics, sourceMetrics, storeMetrics, operatorMetrics].map(build => build(parts))
  const readings = [...landscapeMetrics(context, 1_000), ...others].map(source => source.read())
  const samples = (await Promise.all(readings)).flatMap(reading => Object.entries(reading))
  return [...samples, ...(await activityMetrics())]
    .map(([name, all]) => `metric ${name}: ${[...new Set(all.flatMap(({ labels }) => Object.keys(labels)))].join(' ')}`)
    .toSorted()
}

/** Metrics of requests, after one request of each kind. */
async function activityMetrics() {
  const registry = new Registry()
  const outcomes = { claimOutcome: () => '', gardenerOutcome: () => '' }
  const { http, stop } = startActivityMetrics({ registry, routeOf: path => path, stream: '', ...outcomes })
  const request = { requestId: 'x', method: 'GET', pathname: '/', port: 1, traceparent: null }
  http.ended(request, { status: 200, ms: 1 })
  await measure('gardener-request', { verb: 'get', resource: 'x', group: '' }, async () => null)
  await measure('claim', { verb: 'claim' }, async () => null)
  await measure('database-transaction', {}, async () => null)
  stop()
  return (await registry.getMetricsAsJSON()).map(({ name, values }) => [name, values] as const)
}
