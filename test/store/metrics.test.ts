import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { ROUTE_NAMES } from '#app/route-names.ts'
import { WriteQueue } from '#lib/garden/writes/write-queue.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { QueueMeter } from '#lib/operators/framework/metrics.ts'
import { ClusterRegister } from '#lib/queries/cluster-register.ts'
import { QueueRegister } from '#lib/queries/pools/queues.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import { startMetrics } from '#lib/runtime/metrics/start-metrics.ts'
import { RulesInForce } from '#lib/runtime/rules-in-force.ts'
import { Shutdown } from '#lib/runtime/shutdown.ts'
import { ChainCheck } from '#lib/services/audit/chain-check.ts'
import { SettingsFiles } from '#lib/settings/settings-files.ts'
import { measure } from '#lib/util/measured.ts'
import { freePort } from '../kit/free-port.ts'
import { waitFor } from '../kit/wait.ts'
import { metricsIn, shippedAlerts, shippedPanels } from '../observability/shipped.ts'
import { testStore } from './test-store.ts'

/** All metrics of a console on a small landscape and its own database, scraped like Prometheus does. */
async function measuredConsole() {
  const store = await testStore()
  const shutdown = new Shutdown(error => {
    throw error
  })
  const { context } = landscapeContext('small')
  const settings = new SettingsFiles({
    rulesFile: null,
    plansFile: null,
    requiredPlans: null,
    multiAccountFile: null,
    embedded: true,
    semantics: 'documented',
  })
  const rules = new RulesInForce({
    store,
    policy: policyOf('documented'),
    file: () => settings.active,
    fileName: 'the built-in settings',
    staleAfterMs: 30_000,
  })
  await rules.refresh()
  const meter = new QueueMeter()
  meter.ended(30)
  const metrics = { ...meter.snapshot(), depth: 2, scheduled: 0, working: 1, longestRunMs: 1_500 }
  const writeQueue = new WriteQueue(0)
  shutdown.add(() => writeQueue.close())
  const port = await freePort()
  const env = { HOST: '127.0.0.1', HAP_METRICS_PORT: port, HAP_METRICS_SERIES: 1_000 }
  const runtime = {
    context: () => context,
    store,
    settings,
    rules,
    writeQueue,
    queues: new QueueRegister(store),
    clusters: new ClusterRegister(store),
    chain: new ChainCheck(store),
    runtimes: null,
    operators: null,
    runningOperators: { identity: 'me', lead: async () => null, controllers: () => [{ name: 'cluster', metrics }] },
    problems: () => [],
  }
  const http = await startMetrics(env, { runtime, routes: ROUTE_NAMES }, shutdown)
  onTestFinished(() => shutdown.run())
  const scrape = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    return await answer.text()
  }
  return { http, port, scrape, store, env, runtime }
}

test('the console has every metric of the alerts and the dashboard, with the labels of their selectors', async () => {
  const { http, scrape, store } = await measuredConsole()
  const request = { requestId: 'x', method: 'GET', pathname: '/pools', port: 1, traceparent: null }
  http.begun(request)
  http.ended(request, { status: 200, ms: 12 })
  await store.transaction(async tx => tx.auditHead.count())
  const lost = new Error('lost')
  await expect(
    measure('gardener-request', { verb: 'patch', resource: 'x', group: '' }, () => Promise.reject(lost)),
  ).rejects.toBe(lost)
  await measure('claim', { verb: 'claim' }, async () => ({
    claim: { status: 'active', outcome: 'reuse' },
    position: null,
  }))
  // A scrape starts the check of the chain and does not wait for it.
  const text = await waitFor(async () => {
    const scraped = await scrape()
    return /^hap_audit_chain_broken /m.test(scraped) ? scraped : null
  })

  const families = new Set(Array.from(text.matchAll(/^# TYPE (\S+) /gm), ([, name = '']) => name))
  const has = (name: string) => families.has(name) || families.has(name.replace(/_(bucket|sum|count)$/, ''))
  const named = [...shippedAlerts(), ...shippedPanels().flatMap(({ targets }) => targets)].flatMap(({ expr }) =>
    metricsIn(expr),
  )
  expect(named.length).toBeGreaterThan(60)
  expect(named.filter(({ name }) => !has(name))).toEqual([])
  const fromPrometheus = new Set(['job', 'instance'])
  const lacks = named.filter(({ name, labels }) => {
    const sample = new RegExp(`^${name}(\\{.*\\})? `, 'm').exec(text)?.[1]
    return sample !== undefined && labels.some(label => !fromPrometheus.has(label) && !sample.includes(`${label}="`))
  })
  expect(lacks).toEqual([])
  // Conversely, every metric is on the dashboard, in an alert, or listed as context of others.
  const own = [...families].filter(name => /^(hap|keb|kcp_keb)_/.test(name))
  const shown = new Set(named.map(({ name }) => name.replace(/_(bucket|sum|count)$/, '')))
  expect(own.filter(name => !shown.has(name)).toSorted()).toEqual(NOT_SHOWN)

  expect(documented(readFileSync('docs/metrics.md', 'utf8'))).toEqual(
    Array.from(text.matchAll(/^# HELP ((?:hap|keb|kcp_keb)_\S+) (.*)\n# TYPE \S+ (.*)$/gm), ([, ...columns]) =>
      columns.join(' '),
    ).toSorted(),
  )

  expect(text).toContain('hap_database_up 1\n')
  expect(text).toContain('hap_database_full 0\n')
  expect(text).toContain('hap_audit_chain_broken 0\n')
  expect(text).toContain('hap_http_requests_total{method="GET",route="/pools",status="200"} 1\n')
  expect(text).toContain('hap_gardener_requests_total{verb="patch",resource="x",outcome="aborted"} 1\n')
  expect(text).toContain('hap_claim_seconds_count{verb="claim",outcome="reuse"} 1\n')
  expect(text).toMatch(/^hap_database_transaction_seconds_count\{outcome="committed"\} [1-9]/m)
  expect(text).toContain('hap_controller_run_seconds_bucket{controller="cluster",le="0.025"} 0\n')
  expect(text).toContain('hap_controller_run_seconds_bucket{controller="cluster",le="0.05"} 1\n')
  expect(text).toContain('hap_metrics_failures_total 0\n')
})

/** Name, meaning and kind of each documented metric. */
function documented(markdown: string): readonly string[] {
  const rows = markdown.matchAll(/^\| `(\w+)` +\| (\w+) +\| (.*?) *\|$/gm)
  return Array.from(rows, ([, name, kind, meaning]) => `${name} ${meaning} ${kind}`).toSorted()
}

const NOT_SHOWN = [
  'hap_account_conditions',
  'hap_controller_adds_total',
  'hap_controller_queue_seconds',
  'hap_controller_retries_total',
  'hap_controller_runs_total',
  'hap_controller_scheduled',
  'hap_controller_working',
  'hap_gardener_request_seconds',
  'hap_inventory_bindings',
  'hap_pool_info',
  'hap_pool_shoots',
  'hap_pool_tenants',
  'hap_poolless_accounts',
  'hap_pools_left_out',
  'hap_problems',
  'hap_rules_revision',
]

test('serves only metrics on the port, and reports a port that is in use', async () => {
  const { port, env, runtime } = await measuredConsole()
  const url = `http://127.0.0.1:${port}`
  expect((await fetch(`${url}/`)).status).toBe(404)
  expect((await fetch(`${url}/api/v1/pools`)).status).toBe(404)
  expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(405)
  const shutdown = new Shutdown(() => {})
  onTestFinished(() => shutdown.run())
  await expect(startMetrics(env, { runtime, routes: ROUTE_NAMES }, shutdown)).rejects.toThrow(
    `Metrics cannot be served on 127.0.0.1:${port} (EADDRINUSE). Set HAP_METRICS_PORT to a port that is free`,
  )
})
