import type { Page } from '@playwright/test'
import { countLinks, expectCountsToHold } from '../support/count-links.ts'
import { plainNumbers } from '../support/plain-numbers.ts'
import { expect, test } from '../support/test.ts'

/** What counts no rows, or rows that no list shows by themselves. */
const KNOWN: readonly RegExp[] = [
  // Names, rules, selectors, times.
  / -> |^[a-z]+(_[a-z0-9-]+)+ —|=|^garden-kyma-prod\/|^[0-9a-f]{8}-[0-9a-f-]{27} —| UTC —|^\w+…\w+ —/,
  // How often an account was selected.
  /in: Epoch/,
  // Rates and shares.
  /^\d+ d —|^\d+% —|^lasts \d|shoots each|claimed, [\d,]+ freed/,
  // How many lines stand below.
  /^\d+ — in: \d+$|^\d+ of \d+ pools?|^\d+ pools?\b|\d+ pools? in \d+ groups/,
  // None of them is listed.
  /^0 [a-z]+ —/,
  // Limits, and what is left of them.
  /limit|low-water mark|clusters on each account|^ ?of \d+|to go before|room for/,
]

async function globalAccount(page: Page, q: string): Promise<string> {
  const answer = await page.request.get('/api/v1/global-accounts', { params: { q, limit: 1 } })
  return `/global-accounts/${(await answer.json()).rows[0].id}`
}

for (const [what, addressOf] of [
  ['the Overview', async () => '/'],
  ['Pools', async () => '/pools'],
  ['a pool', async () => '/pools/aws~eu'],
  ['a shared pool', async () => '/pools/azure~shared'],
  ['a binding', async () => '/bindings/CredentialsBinding/sap-aws-skr-cust-00005'],
  ['an owner over its limit', (page: Page) => globalAccount(page, 'over:>0')],
  ['a tenant of shared pools', (page: Page) => globalAccount(page, 'accounts:0 clusters:>0')],
] as const) {
  test(`every number of ${what} leads to its rows`, async ({ page, signIn }) => {
    test.slow()
    await signIn('viewer')
    await page.goto(await addressOf(page))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
    const main = page.getByRole('main')
    expect.soft(await plainNumbers(main, KNOWN)).toEqual([])
    const links = await countLinks(main)
    expect(links.length).toBeGreaterThan(2)
    await expectCountsToHold(page, links)
  })
}

test('what is claimed and not there yet is counted, and its numbers lead to its rows', async ({ page, signIn }) => {
  test.slow()
  await signIn('operator')
  const asked = { plan: 'trial', provider: 'aws', platformRegion: 'cf-eu10', globalAccount: 'e2e-counted' }
  const headers = { 'idempotency-key': `counted-${Date.now()}` }
  const { id, binding } = await (await page.request.post('/api/v1/claims', { headers, data: asked })).json()
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
    expect.soft(await plainNumbers(account, KNOWN)).toEqual([])
  } finally {
    await page.request.delete(`/api/v1/claims/${id}`)
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(reserved).toHaveCount(0)
})
