import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { answerTo, kubeconfigText, requestKubeconfig, requestNow, tokenIn } from '../support/kubeconfigs.ts'
import {
  API,
  audited,
  CLUSTER,
  dialog,
  openIssued,
  REGISTER,
  row,
  SEEN,
  say,
  state,
  withImportedCluster,
} from '../support/kubeconfigs-page.ts'
import { SESSION_COOKIE, sealedToken, sessionTokenIn } from '../support/session-cookie.ts'
import type { Cookies } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

withImportedCluster()

test('operator: a form validates and creates a request, and the page shows it issued', async ({
  page,
  garden,
  signIn,
}) => {
  await signIn('operator')
  await page.goto(REGISTER)
  await page.getByRole('button', { name: 'New request' }).click()
  const form = dialog(page, 'New KubeconfigRequest')
  const create = form.getByRole('button', { name: 'Create KubeconfigRequest' })
  await form.getByLabel('Name', { exact: true }).fill('made.component')
  await form.getByLabel('Cluster', { exact: true }).selectOption(CLUSTER)
  await form.getByLabel('Resources').fill('secrets')
  await expect(form.getByText(/^"get" on secrets in the whole cluster is refused, because/)).toBeVisible()
  await create.click()
  await expect(form.getByLabel('Resources')).toBeFocused()
  await expectAccessible(page)
  await form.getByLabel('Resources').fill('Pod')
  await expect(form.getByText(/^"Pod" grants nothing: that is a kind; .* Write "pods"\.$/)).toBeVisible()
  await form.getByLabel('Resources').fill('configmaps, pods')
  await expect(form.getByRole('region', { name: 'YAML' })).toContainText('kind: KubeconfigRequest')
  await form.getByLabel('Name', { exact: true }).fill(SEEN)
  await expect(form.getByText(/^A request with this name already exists/)).toBeVisible()
  await form.getByLabel('Name', { exact: true }).fill('made.component')
  await say(form, 'a component needs it')
  await create.click()
  await expect(form).toBeHidden()
  await expect(row(page, 'made.component')).toContainText('Issued')
  await expect(row(page, 'made.component')).toContainText('get, list, watch configmaps, pods in the whole cluster')
  expect((await requestNow(garden, 'made.component'))?.spec).toMatchObject({ cluster: CLUSTER, expiration: 86_400 })

  await row(page, 'made.component').getByRole('link', { name: 'made.component', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'made.component' })).toBeFocused()
  await expect(page.getByRole('table', { name: 'Conditions' })).toContainText('AllEffective')
  await expect(page.getByRole('table', { name: 'Events' })).toContainText('Issued')
  await expect(page.getByRole('table', { name: 'Rules' })).toContainText('configmaps, pods')
  await page.getByRole('tab', { name: 'YAML' }).click()
  await expect(page.getByRole('region', { name: 'YAML' })).toContainText('kubeconfigSecretRef')
})

test('operator: a revoked kubeconfig is rejected by the cluster, and the page shows the proof live', async ({
  page,
  garden,
  landscape,
  signIn,
}) => {
  await requestKubeconfig(garden, 'leaked.component', { cluster: CLUSTER })
  await signIn('operator')
  await openIssued(page, 'leaked.component')
  const old = await kubeconfigText(landscape, 'leaked.component')
  expect(await answerTo(old)).toBe('ok')
  await page.getByRole('button', { name: 'Revoke' }).click()
  const ask = dialog(page, /^Revoke: leaked\.component/)
  await say(ask, 'the token leaked')
  await expect(ask.getByRole('button', { name: 'Revoke' })).toHaveAttribute('aria-disabled', 'true')
  await ask.getByLabel(/^Enter the name of the request to confirm/).fill('leaked.component')
  await expectAccessible(page)
  await ask.getByRole('button', { name: 'Revoke' }).click()
  await expect(ask).toBeHidden()
  const proof = page.getByRole('region', { name: 'Revocation' })
  await expect(proof.getByText('Revocation requested')).toBeVisible()
  await expect(proof.getByText(/^Rejected after [\d.]+ s$/)).toBeVisible()
  await expect(state(page, 'Revoked')).toBeVisible()
  expect(await answerTo(old)).toBe('unauthenticated')
  await expect(page.getByRole('button', { name: 'Rotate' })).toHaveAttribute('data-tip', /It is revoked permanently/)
  await expectAccessible(page)
  await page.goto('/audit?q=token+leaked')
  await expect(audited(page)).toContainText('Revoke kubeconfig')
  await expect(audited(page)).toContainText('Done')
})

test.describe('a download', () => {
  const openDownload = async (page: Page) => {
    await openIssued(page, SEEN)
    await page.getByRole('button', { name: 'Download' }).click()
    return dialog(page, /^Download: seen\.component/)
  }

  test('admin: is possible after a recent sign-in, and no other response contains the token', async ({
    page,
    context,
    landscape,
    sessionOf,
    signIn,
  }) => {
    const bodies: Promise<string>[] = []
    page.on('response', response => {
      // The event stream does not end.
      if (!/\/(download|events)/.test(new URL(response.url()).pathname)) bodies.push(response.text().catch(() => ''))
    })
    await signIn('admin')
    await signInAgo(context, await sessionOf('admin'), 0)
    const ask = await openDownload(page)
    await say(ask, 'to look into it')
    await expectAccessible(page)
    const answer = page.waitForResponse(`**${API}/${SEEN}/download`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      ask.getByRole('button', { name: 'Download' }).click(),
    ])
    expect((await answer).headers()).toMatchObject({
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="kubeconfig-${SEEN}.yaml"`,
    })
    const text = await kubeconfigText(landscape, SEEN)
    expect(readFileSync(await download.path(), 'utf8')).toBe(text)
    await expect(ask).toBeHidden()
    await page.getByRole('tab', { name: 'YAML' }).click()
    await expect(page.getByRole('region', { name: 'YAML' })).toContainText('kubeconfigSecretRef')
    await page.goto('/audit?q=look+into+it')
    await expect(audited(page)).toContainText('Download kubeconfig')
    await expect(audited(page)).toContainText('Ada Admin')
    const seen = (await Promise.all(bodies)).join('\n')
    for (const part of tokenIn(text).split('.')) expect(seen).not.toContain(part)
  })

  test('admin: requires a new sign-in after an old one, and keeps the input of the dialog', async ({
    page,
    context,
    landscape,
    sessionOf,
  }) => {
    await signInAgo(context, await sessionOf('admin'), 6 * 60_000)
    const ask = await openDownload(page)
    await expect(ask.getByText('requires a sign-in within the last 5 minutes').first()).toBeVisible()
    await say(ask, 'typed before')
    await expect(ask.getByRole('button', { name: 'Download' })).toHaveAttribute('aria-disabled', 'true')
    await expectAccessible(page)
    const { uid, generation } = (await (await page.request.get(`${API}/${SEEN}`)).json()) as {
      uid: string
      generation: number
    }
    const order = { seen: { uid, generation }, reason: 'past the page' }
    const refused = await page.request.post(`${API}/${SEEN}/download`, { data: order })
    expect([refused.status(), (await refused.json()).detail]).toEqual([
      403,
      expect.stringMatching(/^This action requires/),
    ])
    await ask.getByRole('link', { name: 'Sign in again' }).click()
    await expect(page.getByText(/^Signed in as Ada Admin\. Sign in again/)).toBeVisible()
    await page.getByRole('button', { name: /admin/i }).click()
    await expect(ask.getByLabel('Reason')).toHaveValue('typed before')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      ask.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(readFileSync(await download.path(), 'utf8')).toBe(await kubeconfigText(landscape, SEEN))
  })

  test('is refused without a session, to other roles, and to pages of other sites', async ({
    page,
    context,
    sessionOf,
    signIn,
  }) => {
    const data = { seen: { uid: 'u', generation: 1 }, reason: 'none' }
    const post = (headers = {}) => page.request.post(`${API}/${SEEN}/download`, { data, headers })
    expect((await post()).status()).toBe(401)
    for (const role of ['viewer', 'operator'] as const) {
      await signIn(role)
      expect((await post()).status(), role).toBe(403)
    }
    await signInAgo(context, await sessionOf('admin'), 0)
    expect((await post({ origin: 'https://evil.example' })).status()).toBe(403)
    expect((await post({ 'sec-fetch-site': 'cross-site' })).status()).toBe(403)
    expect((await page.request.post(`${API}/${SEEN}/download`, { form: { reason: 'x' } })).status()).toBe(415)
    expect((await page.request.get(`${API}/${SEEN}/download`)).status()).toBe(405)
    expect((await post()).status()).toBe(409)
  })

  /** Gives the admin a session that began `ms` ago. */
  async function signInAgo(context: BrowserContext, cookies: Cookies, ms: number): Promise<void> {
    const token = await sessionTokenIn(cookies)
    const value = await sealedToken({ ...token, signedInAt: Date.now() - ms })
    await context.addCookies(cookies.map(cookie => (cookie.name === SESSION_COOKIE ? { ...cookie, value } : cookie)))
  }
})

test('viewer: can see everything and change nothing', async ({ page, signIn }) => {
  await signIn('viewer')
  await openIssued(page, SEEN)
  for (const name of ['Rotate', 'Revoke'])
    await expect(page.getByRole('button', { name })).toHaveAttribute(
      'data-tip',
      'Requires the operator role. Ask an administrator for it.',
    )
  for (const act of ['rotate', 'revoke', 'delete', 'download', 'revoke-all']) {
    await page.goto(`${REGISTER}/${SEEN}?act=${act}`)
    await expect(state(page, 'Issued')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  for (const address of ['', '/preview', '/revocations', `/${SEEN}/rotate`, `/${SEEN}/revoke`, `/${SEEN}/delete`]) {
    const answer = await page.request.post(`${API}${address}`, { data: {} })
    expect([answer.status(), (await answer.json()).detail], address).toEqual([403, 'Requires the operator role.'])
  }
})
