import { RELEASED_STATES } from '#lib/hap/pools/state.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewport: { width: 1440, height: 1000 } })

test('viewer: the numbers of released accounts by state match Bindings and Overview', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/')
  await page.getByRole('link', { name: 'Operators', exact: true }).click()
  await page.getByRole('link', { name: 'Cleaning', exact: true }).click()
  await expect(page).toHaveURL('/operators/cleaning')
  await expect(page).toHaveTitle('Cleaning · HAP Console')
  await expect(page.getByText('Cleaners are off.')).toBeVisible()
  await expect(page.getByText(/OpenStack, Alibaba Cloud and Google Distributed Cloud have no cleaner/)).toBeVisible()
  const { states } = await (await page.request.get('/api/v1/overview')).json()
  for (const state of RELEASED_STATES) {
    const { hits } = await (await page.request.get(`/api/v1/bindings?q=state:${state}`)).json()
    expect(states[state]).toBe(hits)
    const count = page.getByRole('link', { name: new RegExp(`^${hits} ${state}$`) })
    await count.click()
    await expect(page).toHaveURL(`/operators/cleaning?q=state:${state}`)
    await expect(page.getByText(new RegExp(`^${hits} of \\d+ accounts$`)).first()).toBeVisible()
    await page.goto('/operators/cleaning')
  }
})

test('signed out: neither the board nor its data is accessible', async ({ page }) => {
  await page.goto('/operators/cleaning?q=state:dirty')
  await expect(page).toHaveURL(/\/sign-in\?returnTo=/)
  for (const address of ['/operators/cleaning', '/operators/cleaning/export', '/operators/controllers'])
    expect((await page.request.get(`/api/v1${address}`)).status()).toBe(401)
})
