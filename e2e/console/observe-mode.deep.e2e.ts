import type { Page } from '@playwright/test'
import { RESOURCES } from '#lib/api/api.ts'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import { CONFIG_MAPS } from '#lib/garden/resources/resource.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { cookieOf } from '../support/cookie-of.ts'
import { callDoor, doorsOf } from '../support/doors.ts'
import { ACTIONS_FOR } from '../support/doors-for.ts'
import { listRequestsOfConsole } from '../support/garden-requests.ts'
import { type Landscape, startLandscape } from '../support/landscape.ts'
import { PAGES } from '../support/pages.ts'
import { signInByPage, signInByRequest } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

let landscape: Landscape
let admin: GardenClient

const REQUIRED_PLANS = ['aws', 'azure', 'azure_lite', 'free', 'gcp', 'preview', 'sap-converged-cloud', 'trial']

test.describe.configure({ timeout: 180_000 })

test.beforeAll(async () => {
  landscape = await startLandscape('small', { HAP_MODE: 'observe' }, 'viewer')
  admin = createGardenClient({ access: loadKubeconfig(landscape.adminKubeconfig), version: 'e2e' })
})

test.afterAll(async () => {
  admin.close()
  await landscape.stop()
})

/** Actions of pages that change something other than views, tokens, sessions and links. */
const CHANGES = Object.entries(ACTIONS_FOR).flatMap(([name, role]) =>
  role === 'viewer' || /^(preview|readAllowlistFile$|makeToken$|end)/.test(name) ? [] : [name],
)

test('every write is refused with the mode, also by an API token, and the garden receives only reads', async ({
  playwright,
}) => {
  const request = await playwright.request.newContext({ baseURL: landscape.url })
  const cookie = cookieOf(await signInByRequest(request, 'admin'))
  const order = { name: 'observer', role: 'admin', days: 1 }
  const { token } = await (await request.post('/api/v1/tokens', { data: order })).json()
  const writes = RESOURCES.flatMap(({ routes }) => routes).filter(
    ({ kind, ownData }) => kind === 'write' && ownData !== true,
  )
  const doors = doorsOf('.next')
  const changes = doors.filter(({ kind, name }) =>
    kind === 'action'
      ? CHANGES.includes(name)
      : writes.some(({ method, path }) => name === `${method} /api/v1${path.replaceAll(/:(\w+)/g, '[$1]')}`),
  )
  expect(changes).toHaveLength(writes.length + CHANGES.length)
  const passed: string[] = []
  const call = async (door: (typeof doors)[number], headers: Readonly<Record<string, string>>) => {
    const { status, text } = await callDoor(landscape.url, door, headers)
    const isRefused = text.includes('HAP_MODE=observe') && (door.kind === 'action' || status === 403)
    if (!isRefused) passed.push(`${door.name}: ${status} ${text.slice(0, 200)}`)
  }
  for (const door of changes) {
    await call(door, { cookie })
    if (door.kind === 'route') await call(door, { authorization: `Bearer ${token}` })
  }
  expect(passed).toEqual([])
  const view = { page: 'bindings', name: 'dirty ones', query: 'q=state:dirty', shared: false }
  expect((await request.post('/api/v1/views', { data: view })).status()).toBe(201)
  await request.dispose()
  expect(await listWrites()).toEqual([])
})

test('every page shows the mode, actions are disabled with it, and predictions follow the rules of KEB', async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: landscape.url })
  await signInByPage(page, 'admin')
  for (const { address, status } of Object.values(PAGES)) {
    if (status !== undefined || address.startsWith('/sign-in')) continue
    await page.goto(address)
    await expect(page.getByText('Observe mode', { exact: true })).toBeVisible()
  }
  await page.goto('/')
  await expectAccessibleInBothThemes(page)
  await expect(page.getByText(/^The rules of KEB cannot be read\. .* needs "get" on configmaps/)).toBeVisible()
  const { rows } = await (await page.request.get('/api/v1/bindings?q=state:free&limit=1')).json()
  await page.goto(`/bindings/${rows[0].kind}/${rows[0].name}`)
  const hold = page.getByRole('button', { name: 'Hold', exact: true })
  await expect(hold).toHaveAccessibleDescription(/only observes KEB/)

  expect(await predict(page)).toContain('aws(PR=cf-eu11) -> EU')
  await writeKebRules([...REQUIRED_PLANS, 'aws(PR=cf-eu11) -> S'])
  await expect.poll(() => predict(page)).toContain('aws(PR=cf-eu11) -> S')
  await page.goto('/rules')
  await expect(page.getByText(/rules in force, KEB$/)).toBeVisible()
  await expect(page.getByText(/^You can edit a draft .* only observes KEB/)).toBeVisible()
  await expect(page.getByText(/^The rules of KEB cannot be read/)).toHaveCount(0)
  await page.close()
  expect(await listWrites()).toEqual([])
})

/** Requests of the console that were no reads; reviews of its own access are stored nowhere. */
async function listWrites() {
  const reads = ['get', 'list', 'watch']
  return (await listRequestsOfConsole(admin)).filter(
    ({ verb, resource }) => !reads.includes(verb) && !resource.includes('reviews.authorization.k8s.io'),
  )
}

/** Prediction for a request from a region with a rule of its own, as JSON. */
async function predict(page: Page): Promise<string> {
  const data = {
    plan: 'aws',
    provider: '',
    platformRegion: 'cf-eu11',
    hyperscalerRegion: '',
    globalAccount: 'ga-observed',
  }
  const answer = await page.request.post('/api/v1/simulator/evaluate', { data })
  return JSON.stringify(await answer.json())
}

/** Creates KEB's ConfigMap and lets the console's role read it. */
async function writeKebRules(rules: readonly string[]): Promise<void> {
  const [namespace, name] = ['kcp-system', 'kcp-kyma-environment-broker']
  const apiGroup = 'rbac.authorization.k8s.io'
  const role = { rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'], resourceNames: [name] }] }
  const subjects = [{ kind: 'User', name: 'viewer', apiGroup }]
  await post(`${apiGroup}/v1/namespaces/${namespace}/roles`, { kind: 'Role', metadata: { name }, ...role })
  await post(`${apiGroup}/v1/namespaces/${namespace}/rolebindings`, {
    kind: 'RoleBinding',
    metadata: { name },
    subjects,
    roleRef: { apiGroup, kind: 'Role', name },
  })
  const text = `rule:\n${rules.map(rule => `  - ${rule}\n`).join('')}`
  const object = { metadata: { name, namespace }, data: { 'hapRule.yaml': text } }
  await admin.create({ resource: CONFIG_MAPS, namespace }, object)
}

function post(path: string, object: object): Promise<unknown> {
  const apiVersion = 'rbac.authorization.k8s.io/v1'
  return admin.request({
    doing: 'grant a permission',
    permission: null,
    method: 'POST',
    path: `/apis/${path}`,
    contentType: 'application/json',
    body: JSON.stringify({ apiVersion, ...object }),
  })
}
