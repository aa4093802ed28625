import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { startPostgres } from '../../test/store/postgres/start-postgres.ts'
import { waitForHydration } from '../support/hydration.ts'
import { idleBinding } from '../support/idle-binding.ts'
import { snapshotLabels } from '../support/landscape-accounts.ts'
import { startOtherConsole } from '../support/other-console.ts'
import { signInByPage } from '../support/sign-in.ts'
import { skewedClock } from '../support/skewed-clock.ts'
import { expect, test } from '../support/test.ts'

const TEN_MINUTES = 600_000
const TWO_MINUTES = 120_000

const ages = (page: Page) => page.getByRole('main').getByRole('row').locator('time').allTextContents()
const off = (at: string | number) => new Date(at).getTime() - Date.now()

for (const [words, skew] of [
  ['ahead', TEN_MINUTES],
  ['behind', -TEN_MINUTES],
] as const)
  test(`a server whose clock is ten minutes ${words} records claims and holds and shows ages with the right times`, async ({
    page,
    browser,
    garden,
    landscape,
    signIn,
  }) => {
    const postgres = await startPostgres()
    const kubeconfig = readFileSync(landscape.adminKubeconfig, 'utf8')
    const settings = { DATABASE_URL: postgres.url, LOG_LEVEL: 'info', ...skewedClock(skew) }
    const console = await startOtherConsole(kubeconfig, settings)
    const context = await browser.newContext({ baseURL: console.url })
    const skewed = await context.newPage()
    waitForHydration(skewed)
    let restoreLabels: () => Promise<unknown> = async () => {}
    try {
      await signInByPage(skewed, 'admin')
      await expect(skewed.getByText('Live', { exact: true })).toBeVisible({ timeout: 60_000 })
      const lines = console
        .output()
        .split('\n')
        .filter(line => line.startsWith('{'))
      expect(Math.abs(off(JSON.parse(lines.at(-1) ?? '').time) - skew)).toBeLessThan(TWO_MINUTES)

      await signIn('admin')
      await page.goto('/shoots?sort=-when')
      await skewed.goto('/shoots?sort=-when')
      expect((await ages(page)).length).toBeGreaterThan(5)
      // An age may change at the turn of a minute.
      await expect(async () => expect(await ages(skewed)).toEqual(await ages(page))).toPass()
      await expect(skewed.getByText(/^Gardener: updated \d+ s ago$/)).toBeVisible()

      const claim = await skewed.request.post('/api/v1/claims', {
        data: { plan: 'trial', provider: 'aws', platformRegion: 'cf-eu10', globalAccount: 'e2e-clock' },
        headers: { 'idempotency-key': `clock-${words}` },
      })
      expect(claim.status()).toBe(201)
      const { kind, name } = await idleBinding(skewed)
      restoreLabels = await snapshotLabels(garden, kind, name)
      await skewed.goto(`/bindings/${kind}/${name}`)
      await skewed.getByRole('button', { name: 'Hold', exact: true }).click()
      const dialog = skewed.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('quota request is pending')
      await expect(dialog).toContainText('Dry run passed: the API server would accept this change.')
      await dialog.getByRole('button', { name: 'Hold', exact: true }).click()
      await expect(dialog).toBeHidden()

      const { row } = await (await skewed.request.get(`/api/v1/bindings/${kind}/${name}`)).json()
      const audit = await (await skewed.request.get('/api/v1/audit?limit=10')).json()
      expect(row.state).toBe('held')
      expect(audit.rows.map(({ action }: { action: string }) => action)).toEqual(
        expect.arrayContaining(['claim', 'hold']),
      )
      for (const at of [(await claim.json()).createdAt, row.since, ...audit.rows.map(({ at }: { at: string }) => at)])
        expect(Math.abs(off(at)), at).toBeLessThan(TWO_MINUTES)
    } finally {
      await restoreLabels()
      await context.close()
      await console.stop()
      await postgres.stop()
    }
  })
