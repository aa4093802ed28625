import { type APIRequestContext, request } from '@playwright/test'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { DEFAULT_RULES } from '#lib/hap/rules/rule.ts'
import { SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import { paths } from '#lib/paths.ts'
import { doorsOf } from '../../e2e/support/doors.ts'
import { importCluster, requestKubeconfig } from '../../e2e/support/kubeconfigs.ts'
import { type Landscape, rulesText } from '../../e2e/support/landscape.ts'
import { signInByRequest } from '../../e2e/support/sign-in.ts'
import { waitUntil } from '../../test/kit/wait.ts'
import type { Visit } from './load.ts'

const WAIT = { everyMs: 200, withinMs: 60_000 }

/** Name of the objects that are created for detail pages. */
const NAME = 'bench'

/** Every page of the build with content, some of which is created first. Throws for an unlisted page. */
export async function everyPage({ url, adminKubeconfig }: Landscape): Promise<readonly Visit[]> {
  const console = await request.newContext({ baseURL: url })
  const garden = createGardenClient({ access: loadKubeconfig(adminKubeconfig), version: 'bench' })
  try {
    await signInByRequest(console, 'admin')
    await makeResources(garden, console)
    const filled = await addresses(console)
    return doorsOf('.next')
      .filter(({ kind }) => kind === 'page')
      .map(({ name }) => filled.get(name) ?? { address: withoutParts(name) })
  } finally {
    await console.dispose()
    garden.close()
  }
}

function withoutParts(route: string): string {
  if (route.includes('[')) throw new Error(`The page ${route} has no address here.`)
  return route
}

async function addresses(console: APIRequestContext): Promise<ReadonlyMap<string, Visit>> {
  const read = async (address: string) => (await console.get(address)).json()
  const [binding] = (await read('/api/v1/bindings?sort=-shoots&limit=1')).rows
  const [account] = (await read('/api/v1/global-accounts?sort=-clusters&limit=1')).rows
  const job = await orderJob(console)
  const revision = await publish(console)
  const [entry] = (await read('/api/v1/audit')).rows
  const found = {
    '/[...unknown]': '/nowhere',
    '/audit/[seq]': paths.auditEntry(entry.seq),
    '/bindings/[kind]': `/bindings/${encodeURIComponent(binding.name)}`,
    '/bindings/[kind]/[name]': paths.binding(binding),
    '/global-accounts/[id]': paths.globalAccount(account.id),
    '/jobs/[id]': paths.job(job),
    '/operators/clusters/[name]': paths.cluster(NAME),
    '/operators/kubeconfigs/[name]': paths.kubeconfig(NAME),
    '/operators/subscription-requests/[name]': paths.subscriptionRequest(NAME),
    '/pools/[key]': paths.pool({ hyperscalerType: 'aws', euAccess: false, shared: false }),
    '/rules/revisions/[n]': paths.rulesRevision(revision),
    // Without `again` the page redirects signed-in users.
    '/sign-in': paths.signIn('/', { again: true }),
  }
  const visit = (route: string, address: string) => ({ address, status: route === '/[...unknown]' ? 404 : 200 })
  return new Map(Object.entries(found).map(([route, address]) => [route, visit(route, address)]))
}

/** Custom resources, one of each kind. */
async function makeResources(garden: GardenClient, console: APIRequestContext): Promise<void> {
  await importCluster(garden, NAME)
  await requestKubeconfig(garden, NAME, { cluster: NAME })
  const spec = { provider: 'aws', subscriptionSelector: `globalaccount:${NAME}` }
  await garden.create<KubeObject & { spec: object }>(
    { resource: SUBSCRIPTION_REQUESTS, namespace: 'kcp-system' },
    { metadata: { name: NAME }, spec },
  )
  for (const list of ['clusters', 'kubeconfigs', 'subscription-requests'])
    await waitUntil(async () => (await console.get(`/api/v1/operators/${list}/${NAME}`)).ok(), {
      ...WAIT,
      what: `${NAME} is among the ${list}`,
    })
}

/** Starts a job and waits for its end. Returns its id. */
async function orderJob(console: APIRequestContext): Promise<string> {
  const { rows } = await (await console.get('/api/v1/bindings?q=state:free+others:0&limit=5')).json()
  const targets: object[] = []
  for (const { kind, name } of rows) {
    const { resourceVersion } = await (await console.get(`/api/v1/bindings/${kind}/${name}`)).json()
    targets.push({ kind, name, seenVersion: resourceVersion })
  }
  const data = { action: 'hold', reason: 'for the benchmarks', targets }
  const answer = await console.post('/api/v1/jobs', { data, headers: { 'idempotency-key': NAME } })
  const { id } = await answer.json()
  const isDone = async () => (await (await console.get(`/api/v1/jobs/${id}`)).json()).job?.status === 'done'
  await waitUntil(isDone, { ...WAIT, what: 'the job is done' })
  return id
}

/** Publishes rules with one difference. Returns the number of their revision. */
async function publish(console: APIRequestContext): Promise<number> {
  const now = await console.get('/api/v1/rules')
  const document = rulesText([...DEFAULT_RULES, 'aws(PR=cf-zz1) -> PR'])
  const headers = { 'if-match': now.headers().etag ?? '' }
  const answer = await console.put('/api/v1/rules', { data: { document, reason: 'for the benchmarks' }, headers })
  if (!answer.ok()) throw new Error(`The rules were not published: ${await answer.text()}`)
  return (await answer.json()).number
}
