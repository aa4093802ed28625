import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { diskOf } from '../support/full-disk.ts'
import { startOtherConsole } from '../support/other-console.ts'
import { signInByPage } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

const BANNER = /^The embedded database \(.+\) stopped, as it does when its disk is full\. Free some space there\./

const claim = (page: Page, key: string) =>
  page.request.post('/api/v1/claims', {
    data: { plan: 'trial', provider: 'aws', platformRegion: 'cf-eu10', globalAccount: `e2e-disk-${key}` },
    headers: { 'idempotency-key': `disk-${key}` },
    timeout: 60_000,
  })

test('on a full disk pages say so and remain readable, no acknowledged claim is lost, and the console recovers once there is space', async ({
  browser,
  landscape,
}) => {
  const disk = diskOf()
  const kubeconfig = readFileSync(landscape.adminKubeconfig, 'utf8')
  const console = await startOtherConsole(kubeconfig, disk.settings, { database: 'embedded' })
  const context = await browser.newContext({ baseURL: console.url })
  const page = await context.newPage()
  try {
    await signInByPage(page, 'admin')
    await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 60_000 })
    const first = await claim(page, 'before')
    expect(first.status()).toBe(201)
    const acknowledged = await first.json()

    disk.fill()
    const refused = await claim(page, 'during')
    expect(refused.status()).toBe(503)
    expect((await refused.json()).detail).toMatch(/its disk is full/)
    await expect(page.getByText(BANNER)).toBeVisible()
    await page.goto('/bindings')
    await expect(page.getByText(BANNER)).toBeVisible()
    await expect(page.getByRole('grid', { name: 'Bindings' }).getByRole('rowheader').first()).toBeVisible()
    expect((await claim(page, 'before')).status()).toBe(503)

    disk.makeRoom()
    await expect(page.getByText(BANNER)).toHaveCount(0, { timeout: 60_000 })
    const again = await claim(page, 'before')
    expect(again.status()).toBe(201)
    expect(await again.json()).toMatchObject({ id: acknowledged.id, binding: acknowledged.binding })
    expect((await claim(page, 'during')).status()).toBe(201)
  } finally {
    await context.close()
    await console.stop()
    disk.remove()
  }
})
