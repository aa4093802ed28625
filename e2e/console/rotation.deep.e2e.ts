import { readFileSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { serviceAccount, withToken } from '../support/accounts-of-console.ts'
import { idleBinding } from '../support/idle-binding.ts'
import { relabel } from '../support/landscape-accounts.ts'
import { startOtherConsole } from '../support/other-console.ts'
import { signInByPage } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

/** The refusal of the API server of a change by the console; null if it accepts the dry run. */
async function refusalOf(page: Page, address: string): Promise<string | null> {
  const answer = await page.request.post(`/api/v1${address}/actions/hold/preview`, { data: { reason: 'looking' } })
  const text = await answer.text()
  return answer.ok() && JSON.parse(text).objection === null ? null : text
}

test('a kubeconfig with a new token is used without a restart after the old token was revoked: pages remain readable, and writes and watches resume', async ({
  browser,
  garden,
  landscape,
}) => {
  const newToken = await serviceAccount(garden)
  const kubeconfig = readFileSync(landscape.adminKubeconfig, 'utf8')
  const [first, second] = [await newToken(), await newToken()]
  const console = await startOtherConsole(withToken(kubeconfig, first.token))
  const context = await browser.newContext({ baseURL: console.url })
  const page = await context.newPage()
  try {
    await signInByPage(page, 'operator')
    await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 60_000 })
    const { kind, name } = await idleBinding(page)
    const address = `/bindings/${kind}/${name}`
    expect(await refusalOf(page, address)).toBeNull()

    await first.revoke()
    await expect.poll(() => refusalOf(page, address), { timeout: 60_000 }).toMatch(/kubeconfig|token|credentials/i)
    await page.goto('/bindings')
    await expect(page.getByRole('grid', { name: 'Bindings' }).getByRole('rowheader').first()).toBeVisible()

    writeFileSync(console.kubeconfigFile, withToken(kubeconfig, second.token))
    await expect.poll(() => refusalOf(page, address), { timeout: 60_000 }).toBeNull()
    await page.goto(address)
    const undo = await relabel(garden, kind, name, { 'e2e.example/rotated': 'received' })
    await expect(page.getByRole('main').getByText('received', { exact: true })).toBeVisible()
    await undo()
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
  } finally {
    await context.close()
    await console.stop()
    await second.revoke()
  }
})
