import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { startGarden } from '#lib/runtime/garden-process.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { startOtherConsole } from '../support/other-console.ts'
import { signInByPage } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

/** In seconds; the minimum of the setting. */
const STALE_AFTER = 5

const STALE = /^No contact with Gardener since \d\d:\d\d:\d\d UTC\. Data may be out of date\.$/
const DISABLED =
  /^Gardener data is stale since \d\d:\d\d:\d\d UTC, so the account's usage is unknown\. Try again once the connection is back\.$/

/** Requests for two pools with one free account each. */
const REQUESTS = {
  'ga-before': { plan: 'gcp', platformRegion: 'cf-eu20', hyperscalerRegion: 'europe-west3' },
  'ga-during': { plan: 'azure', platformRegion: 'cf-eu20', hyperscalerRegion: 'westeurope' },
} as const

const claim = (page: Page, globalAccount: keyof typeof REQUESTS) =>
  page.request.post('/api/v1/claims', {
    data: { ...REQUESTS[globalAccount], globalAccount },
    headers: { 'idempotency-key': globalAccount },
    timeout: 60_000,
  })

test('when Gardener fails, every page says so and remains readable, no acknowledged claim is lost, and it recovers without a restart', async ({
  browser,
}) => {
  test.setTimeout(420_000)
  const folder = mkdtempSync(path.join(tmpdir(), 'hap-garden-down-'))
  const options = { dataDir: path.join(folder, 'garden'), size: 'small', seed: 1, throttle: false } as const
  let garden = await startGarden(options)
  const kubeconfig = readFileSync(garden.kubeconfigFile('operator'), 'utf8')
  const console = await startOtherConsole(kubeconfig, { HAP_STALE_AFTER: String(STALE_AFTER) })
  const context = await browser.newContext({ baseURL: console.url })
  const page = await context.newPage()
  try {
    await signInByPage(page, 'operator')
    await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 60_000 })
    const first = await claim(page, 'ga-before')
    expect(first.status()).toBe(201)
    const acknowledged = await first.json()
    const { kind, name } = acknowledged.binding
    const address = `/bindings/${kind}/${name}`
    const found = async (q: string) => (await (await page.request.get('/api/v1/shoots', { params: { q } })).json()).hits
    await expect.poll(() => found('ga:ga-before')).toBe(1)
    const clusters = await found('')
    await page.goto(address)
    await expect(page.getByRole('button', { name: 'Hold', exact: true })).not.toHaveAttribute('aria-disabled')

    await garden.stop()
    const banner = page.getByText(STALE)
    await expect(banner).toBeVisible()
    await expect(page.getByText(/^Could not .*credentialsbindings/)).toBeVisible()
    for (const action of ['Release', 'Hold', 'Mark dirty'])
      await expect(page.getByRole('button', { name: action, exact: true })).toHaveAccessibleDescription(DISABLED)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Hold', exact: true })).toHaveAccessibleDescription(DISABLED)
    await expectAccessibleInBothThemes(page)

    for (const [path, shows] of [
      ['/', page.getByRole('table', { name: 'Capacity' }).getByText(/free/).first()],
      ['/pools', page.getByRole('grid', { name: 'Pools' }).getByRole('row', { name: 'aws EU' })],
      ['/bindings', page.getByRole('grid', { name: 'Bindings' }).getByRole('rowheader').first()],
      ['/shoots', page.getByText(`${clusters} of ${clusters} clusters`)],
      ['/global-accounts', page.getByText(/^\d+ of \d+ global accounts$/)],
      ['/global-accounts/ga-before', page.getByRole('link', { name }).first()],
      ['/simulator?plan=gcp&pr=cf-eu20&hr=europe-west3&ga=ga-before', page.getByRole('region', { name: 'Outcome' })],
      ['/rules', page.getByRole('heading', { level: 1, name: 'Rules' })],
      ['/audit', page.getByRole('grid', { name: 'Actions' }).getByRole('link', { name: 'Claim', exact: true })],
      ['/allowlist', page.getByRole('table', { name: 'Clusters per account' }).getByRole('row', { name: /^aws/ })],
      ['/jobs', page.getByRole('heading', { level: 1, name: 'Jobs' })],
    ] as const) {
      await page.goto(path)
      await expect(banner, path).toBeVisible()
      await expect(shows, path).toBeVisible()
    }
    await page.goto('/bindings?q=state:free')
    await page
      .getByRole('checkbox', { name: /^Select sap-/ })
      .first()
      .click()
    const bar = page.getByRole('region', { name: 'Actions on the selection' })
    await expect(bar.getByRole('button', { name: 'Hold' })).toHaveAccessibleDescription(DISABLED)
    await expectAccessibleInBothThemes(page)

    const refused = await claim(page, 'ga-during')
    expect(refused.status()).toBe(503)
    expect(refused.headers()['content-type']).toBe('application/problem+json')
    expect((await refused.json()).detail).toMatch(/\w+ .*\.$/)
    const again = await claim(page, 'ga-before')
    expect(again.status()).toBe(201)
    expect(await again.json()).toMatchObject({ id: acknowledged.id, binding: acknowledged.binding })

    garden = await startGarden(options)
    await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 90_000 })
    await expect(banner).toHaveCount(0)
    await expect(bar.getByRole('button', { name: 'Hold' })).not.toHaveAttribute('aria-disabled')
    await expect.poll(async () => (await claim(page, 'ga-during')).status()).toBe(201)
    const second = await (await claim(page, 'ga-during')).json()
    expect(second.account).not.toEqual(acknowledged.account)
    for (const { id, binding, request } of [acknowledged, second]) {
      expect(await (await page.request.get(`/api/v1/claims/${id}`)).json()).toMatchObject({
        status: 'reserved',
        binding,
      })
      const { row } = await (await page.request.get(`/api/v1/bindings/${binding.kind}/${binding.name}`)).json()
      expect(row).toMatchObject({ tenant: request.globalAccount, state: 'claimed' })
    }
    await page.goto(address)
    await page.getByRole('button', { name: 'Hold', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('quota request is pending')
    await dialog.getByRole('textbox', { name: 'Enter the binding name' }).fill(name)
    await dialog.getByRole('button', { name: 'Hold', exact: true }).click()
    await expect(page.getByText(`${name} was put on hold.`)).toBeVisible()
  } finally {
    await context.close()
    await console.stop()
    await garden.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
