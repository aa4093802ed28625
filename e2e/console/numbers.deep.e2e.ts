import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Role } from '#lib/auth/roles.ts'
import { countLinks, expectCountsToHold, expectOwnCountsToHold } from '../support/count-links.ts'
import { OVERFULL } from '../support/demo-landscape.ts'
import { EXCUSES } from '../support/excused-numbers.ts'
import { unexplainedNumbers } from '../support/plain-numbers.ts'
import { DEMO, expect, test } from '../support/test.ts'

test.use(DEMO)

async function globalAccount(page: Page, q: string): Promise<string> {
  const answer = await page.request.get('/api/v1/global-accounts', { params: { q, limit: 1 } })
  return `/global-accounts/${(await answer.json()).rows[0].id}`
}

type SignIn = (role: Role) => Promise<void>

/** Runs a bulk job of the operator with absent bindings and returns the address of its page. */
async function failedJob(page: Page, signIn: SignIn): Promise<string> {
  await signIn('operator')
  const targets = ['a', 'b', 'c'].map(name => ({
    kind: 'CredentialsBinding',
    name: `not-there-${name}`,
    seenVersion: '1',
  }))
  const order = { data: { action: 'hold', reason: 'counted', targets }, headers: { 'idempotency-key': randomUUID() } }
  const { id } = await (await page.request.post('/api/v1/jobs', order)).json()
  const status = async () => (await (await page.request.get(`/api/v1/jobs/${id}`)).json()).job.status
  await expect.poll(status).toBe('done')
  await signIn('viewer')
  return `/jobs/${id}`
}

/** Sends a request that the viewer's role forbids and returns the address of its audit entry. */
async function refusedAction(page: Page): Promise<string> {
  expect((await page.request.post('/api/v1/jobs', { data: {} })).status()).toBe(403)
  const { rows } = await (await page.request.get('/api/v1/audit?q=outcome:refused&limit=1')).json()
  return `/audit/${rows[0].seq}`
}

const BINDING = `/bindings/CredentialsBinding/${OVERFULL}`
const OVER = 'over:>0'

for (const [what, addressOf, least] of [
  ['the Overview', async () => '/', 20],
  ['Pools', async () => '/pools', 20],
  ['a pool', async () => '/pools/aws~eu', 20],
  ['a shared pool', async () => '/pools/azure~shared', 20],
  ['Bindings', async () => '/bindings', 20],
  ['a binding', async () => BINDING, 3],
  ['the shoots of a binding', async () => `${BINDING}?tab=shoots`, 1],
  ['the timeline of a binding', async () => `${BINDING}?tab=timeline`, 1],
  ['Global accounts', async () => '/global-accounts', 20],
  ['an owner over its limit', (page: Page) => globalAccount(page, OVER), 3],
  ['its clusters', async (page: Page) => `${await globalAccount(page, OVER)}?tab=clusters`, 1],
  ['its timeline', async (page: Page) => `${await globalAccount(page, OVER)}?tab=timeline`, 1],
  ['a global account in shared pools', (page: Page) => globalAccount(page, 'accounts:0 clusters:>0'), 3],
  ['Shoots', async () => '/shoots', 3],
  ['Jobs', (page: Page, signIn: SignIn) => failedJob(page, signIn).then(() => '/jobs'), 3],
  ['a job', failedJob, 2],
  ['Audit', async () => '/audit', 0],
  ['refused actions', (page: Page) => refusedAction(page).then(() => '/audit?q=outcome:refused'), 0],
  ['an entry of Audit', refusedAction, 0],
  ['the Allowlist', async () => '/allowlist', 3],
  ['the history of the Allowlist', async () => '/allowlist?tab=history', 0],
  ['the Simulator', async () => '/simulator', 0],
  ['an answer of the Simulator', async () => '/simulator?plan=aws&provider=aws&pr=cf-eu11&hr=eu-central-1&ga=new-1', 0],
  ['Cleaning', async () => '/operators/cleaning', 4],
  ['Settings', async () => '/settings', 0],
] as const) {
  test(`every number of ${what} links to its rows`, async ({ page, signIn }) => {
    test.slow()
    await signIn('viewer')
    const address = await addressOf(page, signIn)
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const main = page.getByRole('main')
    await expect(main.locator('[aria-busy="true"]')).toHaveCount(0)
    expect.soft(await unexplainedNumbers(address, main, EXCUSES)).toEqual([])
    await expectOwnCountsToHold(page, address)
    const links = await countLinks(main)
    expect(links.length).toBeGreaterThanOrEqual(least)
    await expectCountsToHold(page, links)
  })
}

test('the number of waiting claims is the same in Pools, on the page of the pool and on the Overview', async ({
  page,
  signIn,
}) => {
  await signIn('operator')
  const request = { plan: 'sap-converged-cloud', provider: 'openstack', platformRegion: 'cf-eu20' }
  const ids: string[] = []
  try {
    for (const region of ['eu-nowhere-1', 'eu-nowhere-2', 'eu-nowhere-2']) {
      const data = { ...request, hyperscalerRegion: region, globalAccount: `e2e-waits-${ids.length}` }
      const headers = { 'idempotency-key': `waits-${ids.length}-${Date.now()}` }
      ids.push((await (await page.request.post('/api/v1/claims', { headers, data })).json()).id)
    }
    await page.goto('/')
    const attention = page.getByRole('list', { name: 'Needs attention' })
    const lines = attention.getByRole('link', { name: /^Claims waiting for .*eu-nowhere/ })
    await expect(lines).toHaveCount(2)
    const overview = await lines.allTextContents()
    expect(overview.map(line => Number(/\d+$/.exec(line)?.[0])).sort()).toEqual([1, 2])
    await page.goto('/pools?q=waiting:>0+name:eu-nowhere')
    const cells = page.getByRole('grid', { name: 'Pools' }).getByRole('link', { name: /waiting for/ })
    await expect(cells).toHaveCount(2)
    const links = await countLinks(page.getByRole('main'))
    expect(
      links
        .filter(({ href }) => href.endsWith('#waiting'))
        .map(({ count }) => count)
        .sort(),
    ).toEqual([1, 2])
    await expectCountsToHold(page, links)
  } finally {
    for (const id of ids) await page.request.delete(`/api/v1/claims/${id}`)
  }
})

test('a reserved cluster without a shoot is counted, and the numbers link to its rows', async ({ page, signIn }) => {
  test.slow()
  await signIn('operator')
  const request = { plan: 'trial', provider: 'aws', platformRegion: 'cf-eu10', globalAccount: 'e2e-counted' }
  const headers = { 'idempotency-key': `counted-${Date.now()}` }
  const { id, binding } = await (await page.request.post('/api/v1/claims', { headers, data: request })).json()
  const reserved = page.getByRole('main').getByRole('link', { name: /\b1 reserved/ })
  try {
    for (const address of [
      `/bindings?q=name:${binding.name}`,
      `/bindings/${binding.kind}/${binding.name}`,
      '/global-accounts/e2e-counted',
    ]) {
      await page.goto(address)
      if (address.startsWith('/bindings')) await expect(reserved.first()).toBeVisible()
      else await expect(page.getByRole('main').getByRole('link', { name: '1 cluster' }).first()).toBeVisible()
      const links = await countLinks(page.getByRole('main'))
      expect(links.length).toBeGreaterThan(1)
      await expectCountsToHold(page, links)
    }
    await page.goto('/global-accounts/e2e-counted?tab=clusters')
    await expect(reserved).toHaveText('1 reserved, no shoot yet')
    await page.goto(`/bindings/${binding.kind}/${binding.name}`)
    await expect(reserved.first()).toBeVisible()
    const account = page.getByRole('main').getByRole('region', { name: 'Account', exact: true })
    expect.soft(await unexplainedNumbers(new URL(page.url()).pathname, account, EXCUSES)).toEqual([])
  } finally {
    await page.request.delete(`/api/v1/claims/${id}`)
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(reserved).toHaveCount(0)
})
