import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { startPostgres } from '../../test/store/postgres/start-postgres.ts'
import { idleBinding } from '../support/idle-binding.ts'
import { labelsKept } from '../support/landscape-accounts.ts'
import { startOtherConsole } from '../support/other-console.ts'
import { signInByPage } from '../support/sign-in.ts'
import { skewedClock } from '../support/skewed-clock.ts'
import { expect, test } from '../support/test.ts'

const TEN_MINUTES = 600_000

const ages = async (page: Page) => page.getByRole('main').locator('time').allTextContents()

for (const [words, off] of [
  ['ahead', TEN_MINUTES],
  ['behind', -TEN_MINUTES],
] as const)
  test(`a server whose clock is ten minutes ${words} claims, holds and tells ages as the others do`, async ({
    page,
    browser,
    garden,
    landscape,
    signIn,
  }) => {
    const postgres = await startPostgres()
    const kubeconfig = readFileSync(landscape.adminKubeconfig, 'utf8')
    const console = await startOtherConsole(kubeconfig, { DATABASE_URL: postgres.url, ...skewedClock(off) })
    const context = await browser.newContext({ baseURL: console.url })
    const skewed = await context.newPage()
    let giveBack: () => Promise<unknown> = async () => {}
    try {
      await signInByPage(skewed, 'admin')
      await expect(skewed.getByText('Live', { exact: true })).toBeVisible({ timeout: 60_000 })
      await signIn('admin')
      await page.goto('/bindings?q=state:dirty')
      await skewed.goto('/bindings?q=state:dirty')
      expect((await ages(page)).length).toBeGreaterThan(5)
      // One of them may be at the turn of a minute.
      await expect(async () => expect(await ages(skewed)).toEqual(await ages(page))).toPass()

      const claim = await skewed.request.post('/api/v1/claims', {
        data: { plan: 'trial', provider: 'aws', platformRegion: 'cf-eu10', globalAccount: 'e2e-clock' },
        headers: { 'idempotency-key': `clock-${words}` },
      })
      expect(claim.status()).toBe(201)
      expect(Math.abs(Date.parse((await claim.json()).createdAt) - Date.now())).toBeLessThan(TEN_MINUTES / 2)

      const { kind, name } = await idleBinding(skewed)
      giveBack = await labelsKept(garden, kind, name)
      await skewed.goto(`/bindings/${kind}/${name}`)
      await skewed.getByRole('button', { name: 'Hold', exact: true }).click()
      const dialog = skewed.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('quota request is pending')
      await expect(dialog).toContainText('The API server accepts this change.')
      await dialog.getByRole('button', { name: 'Hold', exact: true }).click()
      await expect(dialog).toBeHidden()
      await expect(skewed.getByRole('main')).toContainText(/Held until\s*in (23 h|1 d)/)
      await skewed.goto('/audit')
      const latest = skewed.getByRole('grid', { name: 'Actions' }).getByRole('row').nth(1)
      await expect(latest).toContainText('Hold')
      await expect(latest).toContainText(/\d+ s ago|just now/)
    } finally {
      await giveBack()
      await context.close()
      await console.stop()
      await postgres.stop()
    }
  })
