import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { startPostgres } from '../../test/store/postgres/start-postgres.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { idleBinding } from '../support/idle-binding.ts'
import { snapshotLabels } from '../support/landscape-accounts.ts'
import { startOtherConsole } from '../support/other-console.ts'
import { signInByPage } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

/** Changes an audit entry with direct access to the database. */
async function tamper(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("ALTER TABLE audit_entry DISABLE TRIGGER ALL; UPDATE audit_entry SET actor = 'x' WHERE seq = 1")
  await client.end()
}

/** The banner of every page names the server; a page may show its own message as well. */
const BANNER = /^The database is not responding \(/

/** Sends a claim with an idempotency key. */
const claim = (page: Page, key: string) =>
  page.request.post('/api/v1/claims', {
    data: { plan: 'trial', provider: 'aws', platformRegion: 'cf-eu10', globalAccount: `e2e-${key}` },
    headers: { 'idempotency-key': key },
    timeout: 60_000,
  })

/** Asserts that the claim is refused with a message, whether it was acknowledged before or not. */
async function expectNoClaim(page: Page, key: string): Promise<void> {
  const refused = await claim(page, key)
  expect(refused.status()).toBe(503)
  expect(refused.headers()).toMatchObject({
    'content-type': 'application/problem+json',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
  })
  expect((await refused.json()).detail).toMatch(/^The database is not responding .*\.$/)
}

test('when the database fails, every page says so and remains readable, no acknowledged claim is lost, and it recovers without a restart', async ({
  browser,
  garden,
  landscape,
}) => {
  test.setTimeout(300_000)
  const postgres = await startPostgres()
  const kubeconfig = readFileSync(landscape.adminKubeconfig, 'utf8')
  const console = await startOtherConsole(kubeconfig, { DATABASE_URL: postgres.url })
  const context = await browser.newContext({ baseURL: console.url })
  const page = await context.newPage()
  let restoreLabels: () => Promise<unknown> = async () => {}
  try {
    await signInByPage(page, 'admin')
    const banner = page.getByText(BANNER)
    await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 60_000 })
    await expect(banner).toHaveCount(0)

    const request = { plan: 'no-such-plan', provider: 'aws', platformRegion: 'cf-eu10', globalAccount: 'ga-1' }
    const headers = { 'idempotency-key': 'k-1' }
    expect((await page.request.post('/api/v1/claims', { headers, data: request })).status()).toBe(422)
    await page.goto('/')
    const recent = page.getByRole('region', { name: 'Recent actions' })
    await expect(recent.getByRole('listitem').filter({ hasText: /Claim.*Refused/ })).toBeVisible()
    await tamper(postgres.url)
    await page.goto('/audit')
    await expect(page.getByText('Chain broken at entry 1')).toBeVisible()
    await expect(page.getByText(/^The hash chain is broken from entry 1 on\./)).toBeVisible()
    await expectAccessibleInBothThemes(page)

    const first = await claim(page, 'before')
    expect(first.status(), await first.text()).toBe(201)
    const acknowledged = await first.json()
    const { kind, name } = await idleBinding(page)
    restoreLabels = await snapshotLabels(garden, kind, name)
    const acting = await context.newPage()
    await acting.goto(`/bindings/${kind}/${name}`)
    await acting.getByRole('button', { name: 'Hold', exact: true }).click()
    const hold = acting.getByRole('dialog')
    await hold.getByRole('textbox', { name: 'Reason' }).fill('quota request is pending')
    await expect(hold).toContainText('Dry run passed: the API server would accept this change.')

    await postgres.kill()
    await expect(banner).toBeVisible()
    await expect(banner).toContainText('DATABASE_URL')
    await expect(banner).toContainText('Allowlist and limits are those last read from the database.')
    await expectNoClaim(page, 'before')
    await expectNoClaim(page, 'during')
    await hold.getByRole('button', { name: 'Hold', exact: true }).click()
    await expect(hold.getByText(BANNER).first()).toBeVisible()
    await expect(hold.getByRole('textbox', { name: 'Reason' })).toHaveValue('quota request is pending')
    for (const [path, shows] of [
      ['/bindings', page.getByRole('grid', { name: 'Bindings' }).getByRole('rowheader').first()],
      [`/bindings/${kind}/${name}`, page.getByRole('heading', { level: 1, name })],
      ['/jobs', page.getByRole('heading', { name: 'This could not be loaded' })],
      ['/rules', page.getByRole('heading', { level: 1, name: 'Rules' })],
    ] as const) {
      const opened = await page.goto(path)
      expect(opened?.headers()['content-security-policy'], path).toMatch(/script-src 'nonce-[^']+' 'strict-dynamic';/)
      await expect(banner, path).toBeVisible()
      await expect(shows, path).toBeVisible()
    }
    await page.goto('/')
    await expect(banner).toBeVisible()
    await expect(page.getByRole('table', { name: 'Capacity' })).toContainText('2 free')
    await expect(recent.getByRole('heading', { name: 'This could not be loaded' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.goto('/simulator?plan=gcp&pr=cf-sa30&ga=e2e-new')
    await expect(banner).toBeVisible()
    await expect(page.getByRole('region', { name: 'Outcome' })).toContainText(
      'The answer uses Gardener and the claims last read, without accounts being claimed and the queue.',
    )
    await page.goto('/pools')
    await expect(page.getByText('12 of 12 pools')).toBeVisible()
    await expect(banner).toBeVisible()
    const waiting = page.getByRole('grid', { name: 'Pools' }).getByRole('gridcell', { name: 'unknown', exact: true })
    await expect(waiting.first()).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.goto('/shoots')
    await expect(banner).toBeVisible()
    await expect(page.getByText(/^Only shoots from Gardener are shown\./)).toBeVisible()
    await expect(page.getByRole('grid', { name: 'Shoots' }).getByRole('row').nth(1)).toContainText(/^c-/)
    await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveAccessibleDescription(
      /the file would lack clusters known only to the database/,
    )
    expect((await page.request.get('/api/v1/shoots/export?format=csv')).status()).toBe(503)
    const accounts = await page.request.get('/api/v1/global-accounts/export?format=json&cols=clusters')
    for (const { clusters } of await accounts.json()) expect(clusters).toBeNull()
    await page.goto('/global-accounts')
    await expect(banner).toBeVisible()
    await expect(page.getByText(/^\d+ of \d+ global accounts$/)).toBeVisible()
    await page.getByRole('grid').getByRole('rowheader').first().getByRole('link').first().click()
    await expect(page.getByRole('region', { name: 'Allowlist and limits' })).toBeVisible()
    await expect(banner).toContainText('Clusters are counted with the claims last read.')
    await page.goto('/pools')
    expect((await page.request.get('/readyz')).status()).toBe(200)
    const audit = await context.newPage()
    await audit.goto('/audit')
    await expect(audit.getByRole('heading', { name: 'This could not be loaded' })).toBeVisible()
    await expect(audit.getByText(BANNER).first()).toBeVisible()
    expect((await page.request.get('/api/v1/audit/export?format=csv')).status()).toBe(503)

    await page.goto('/allowlist?tab=history')
    await expect(banner).toBeVisible()
    await expect(page.getByRole('heading', { name: 'This could not be loaded' })).toBeVisible()
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByLabel('Limit of aws', { exact: true }).fill('170')
    await page.getByRole('button', { name: 'Review and save' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('less room')
    await dialog.getByRole('button', { name: 'Save version 1' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Your input is kept.')
    // The dialog keeps its own message.
    const outsideDialog = banner.and(page.locator(':not(dialog *)'))
    await expect(outsideDialog).toBeVisible()

    await postgres.restart()
    await expect(outsideDialog).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Save version 1' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('“less room”')).toBeVisible()
    // The refused claim and the successful one; the refusals during the outage could not be recorded.
    const claims = audit.getByRole('grid', { name: 'Actions' }).getByRole('link', { name: 'Claim', exact: true })
    await expect(claims).toHaveCount(2)
    const again = await claim(page, 'before')
    expect(again.status(), await again.text()).toBe(201)
    expect(await again.json()).toMatchObject({ id: acknowledged.id, binding: acknowledged.binding })
    const served = await claim(page, 'during')
    expect(served.status(), await served.text()).toBe(201)
    await hold.getByRole('button', { name: 'Check again' }).click()
    await expect(hold).toContainText('Dry run passed: the API server would accept this change.')
    await hold.getByRole('button', { name: 'Hold', exact: true }).click()
    await expect(hold).toBeHidden()
    await expect(acting.getByText('Hold reason')).toBeVisible()
    await audit.reload()
    const holds = audit.getByRole('grid', { name: 'Actions' }).getByRole('link', { name: 'Hold', exact: true })
    await expect(holds).toHaveCount(1)
    await page.goto('/pools')
    await expect(page.getByText('12 of 12 pools')).toBeVisible()
  } finally {
    await restoreLabels()
    await context.close()
    await console.stop()
    await postgres.stop()
  }
})
