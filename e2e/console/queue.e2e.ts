import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

/** The only account of this pool is claimed, so new global accounts wait. */
const EXHAUSTED = {
  plan: 'azure',
  provider: 'azure',
  platformRegion: 'cf-ch20',
  hyperscalerRegion: 'switzerlandnorth',
}

test('waiting claims are on the Overview, on the page of their pool and on that of their global account', async ({
  page,
  signIn,
}) => {
  await signIn('operator')
  const stamp = Date.now()
  const tenants = [1, 2, 3].map(n => `e2e-queue-${n}-${stamp}`)
  const ids: string[] = []
  try {
    for (const globalAccount of tenants) {
      const headers = { 'idempotency-key': globalAccount }
      const answer = await page.request.post('/api/v1/claims', { headers, data: { ...EXHAUSTED, globalAccount } })
      expect(answer.status()).toBe(202)
      ids.push((await answer.json()).id)
    }
    const last = await (await page.request.get(`/api/v1/claims/${ids[2]}`)).json()

    await page.goto('/')
    const line = page.getByRole('list', { name: 'Needs attention' }).getByRole('link', { name: /^Claims waiting for / })
    await expect(line).toHaveCount(1)
    const count = Number(/\d+$/.exec((await line.textContent()) ?? '')?.[0])
    await line.click()
    await expect(page).toHaveURL(`/pools/${last.pool}#waiting`)
    const queue = page.getByRole('table', { name: 'Waiting claims' })
    await expect(queue.locator('tbody tr')).toHaveCount(count)
    await expect(page.getByRole('region', { name: 'Waiting claims' })).toContainText(`${count} claims`)
    const row = queue.getByRole('row').filter({ hasText: tenants[2] ?? '' })
    await expect(row.getByRole('cell').first()).toHaveText(String(last.position))
    await expect(row).toContainText(last.message)
    await expectAccessible(page)

    await page.goto('/pools?q=waiting:>0&sort=-waiting')
    const pools = page.getByRole('grid', { name: 'Pools' })
    const counted = pools.getByRole('link', { name: `${count} claims waiting for ${last.pool}` })
    await expect(counted).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Waiting' })).toHaveAttribute('aria-sort', 'descending')
    const address = '/api/v1/pools/export?format=csv&cols=waiting'
    const [, ...lines] = (await (await page.request.get(`${address}&q=waiting:>0`)).text()).trimEnd().split('\r\n')
    expect(lines).toEqual([String(count)])
    await counted.click()
    await expect(page).toHaveURL(`/pools/${last.pool}#waiting`)

    await row.getByRole('link', { name: tenants[2] ?? '' }).click()
    await expect(page.getByText(/^This global account has no accounts and no clusters/)).toBeVisible()
    await expect(queue.locator('tbody tr')).toHaveCount(1)
    await expect(queue).toContainText(last.message)
    await expectAccessible(page)
  } finally {
    for (const id of ids) await page.request.delete(`/api/v1/claims/${id}`)
  }
  await expect(page.getByRole('table', { name: 'Waiting claims' })).toHaveCount(0)
})

test('a queue for a pool without bindings is listed in Pools and has a page', async ({ page, signIn }) => {
  await signIn('operator')
  const data = {
    plan: 'sap-converged-cloud',
    provider: 'openstack',
    platformRegion: 'cf-eu20',
    hyperscalerRegion: 'eu-nowhere-1',
    globalAccount: `e2e-nowhere-${Date.now()}`,
  }
  const headers = { 'idempotency-key': data.globalAccount }
  const answer = await page.request.post('/api/v1/claims', { headers, data })
  expect(answer.status()).toBe(202)
  const { id, pool } = await answer.json()
  try {
    await page.goto('/pools?q=waiting:>0')
    await expect(page.getByText(/^\d+ of \d+ pools, 1 queue without a pool$/)).toBeVisible()
    await page.goto('/pools?q=problem:exhausted')
    await expect(page.getByText(/has no accounts|in use by rules or claims are exhausted/)).toBeVisible()
    await expect(
      page.getByRole('grid', { name: 'Pools' }).getByRole('link', { name: `1 claim waiting for ${pool}` }),
    ).toBeVisible()
    await page.goto('/')
    await expect(page.getByRole('link', { name: /^(\d+ pools? exhausted, )?1 queue without a pool$/ })).toBeVisible()
    await page.goto('/pools?q=problem:only-queue')
    const counted = page.getByRole('grid', { name: 'Pools' }).getByRole('link', { name: `1 claim waiting for ${pool}` })
    await counted.click()
    await expect(page).toHaveURL(`/pools/${pool}#waiting`)
    await expect(page.getByRole('table', { name: 'Waiting claims' })).toContainText(data.globalAccount)
    await expectAccessible(page)
  } finally {
    await page.request.delete(`/api/v1/claims/${id}`)
  }
  await page.goto('/pools?q=problem:only-queue')
  await expect(page.getByText(/^No pool matches/)).toBeVisible()
})

test('an operator cancels a waiting claim with a reason, a viewer cannot', async ({ page, signIn }) => {
  await signIn('operator')
  const globalAccount = `e2e-cancel-${Date.now()}`
  const headers = { 'idempotency-key': globalAccount }
  const data = { ...EXHAUSTED, globalAccount, deadline: new Date(Date.now() + 86_400_000).toISOString() }
  const answer = await page.request.post('/api/v1/claims', { headers, data })
  expect(answer.status()).toBe(202)
  const { id, pool } = await answer.json()
  try {
    await signIn('viewer')
    await page.goto('/operators/waiting')
    const row = page.getByRole('row').filter({ hasText: globalAccount })
    const cancel = row.getByRole('button', { name: `Cancel claim of ${globalAccount}` })
    await expect(cancel).toHaveAttribute('aria-disabled', 'true')
    await expect(row).toContainText(/Ends in \d+ h/)
    await signIn('operator')
    await page.goto(`/pools/${pool}#waiting`)
    await cancel.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('the cluster is not needed')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel claim' }).click()
    await expect(dialog).toBeHidden()
    await expect(row).toHaveCount(0)
    const claim = await (await page.request.get(`/api/v1/claims/${id}?wait=5s`)).json()
    expect(claim).toMatchObject({ status: 'released', cause: 'cancelled' })
    expect(claim.message).toMatch(/^Cancelled by .+: the cluster is not needed$/)
  } finally {
    await page.request.delete(`/api/v1/claims/${id}`)
  }
})
