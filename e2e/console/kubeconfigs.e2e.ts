import { readFileSync } from 'node:fs'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import {
  answerTo,
  bringCluster,
  editRequest,
  kubeconfigText,
  requestKubeconfig,
  requestNow,
  tokenIn,
} from '../support/kubeconfigs.ts'
import { looksRightEverywhere } from '../support/looks.ts'
import { SESSION_COOKIE, sealedToken, sessionTokenIn } from '../support/session-cookie.ts'
import type { Cookies } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

const REGISTER = '/operators/kubeconfigs'
const API = '/api/v1/operators/kubeconfigs'
const CLUSTER = 'brought'
const SEEN = 'seen.component'

const dialog = (page: Page, name: RegExp | string) => page.getByRole('dialog', { name })
const row = (page: Page, name: string) =>
  page
    .getByRole('grid', { name: 'Kubeconfigs' })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
const audited = (page: Page) => page.getByRole('grid', { name: 'Actions' }).locator('tbody tr[data-index]').first()
const state = (page: Page, word: string) => page.getByRole('main').getByText(`State: ${word}`)

let remove: (() => Promise<void>) | null = null

test.beforeAll(async ({ garden }) => {
  remove = await bringCluster(garden, CLUSTER)
  await requestKubeconfig(garden, SEEN, { cluster: CLUSTER })
})

test.afterAll(async () => remove?.())

/** Opens the page of a request that has its kubeconfig. */
async function openIssued(page: Page, name: string): Promise<void> {
  await page.goto(`${REGISTER}/${name}`)
  await expect(state(page, 'Issued')).toBeVisible()
}

const say = (within: Locator, reason: string) => within.getByLabel('Reason').fill(reason)

test('operator: asks for access by a form that judges it, and sees it issued', async ({ page, garden, signIn }) => {
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
  await expectAccessibleInBothThemes(page)
  await form.getByLabel('Resources').fill('Pod')
  await expect(form.getByText(/^"Pod" grants nothing: that is a kind; .* Write "pods"\.$/)).toBeVisible()
  await form.getByLabel('Resources').fill('configmaps, pods')
  await expect(form.getByRole('region', { name: 'YAML' })).toContainText('kind: KubeconfigRequest')
  await form.getByLabel('Name', { exact: true }).fill(SEEN)
  await expect(form.getByText(/^A request of this name exists already/)).toBeVisible()
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

test('the register is searched, sorted and saved, and flags rules that grant nothing', async ({
  page,
  garden,
  signIn,
}) => {
  const rules = [{ apiGroups: ['apps/v1'], resources: ['Deployment'], verbs: ['get'] }]
  await requestKubeconfig(garden, 'idle.component', { cluster: CLUSTER, clusterRole: { rules } })
  await signIn('viewer')
  await page.goto(`${REGISTER}?q=flag:nothing`)
  await expect(row(page, 'idle.component')).toContainText('grants nothing')
  await expect(row(page, SEEN)).toHaveCount(0)
  const file = await page.request.get(`${API}/export?format=csv&cols=name,flags&q=flag:nothing`)
  expect(await file.text()).toContain('idle.component,nothing')
  await page.goto(`${REGISTER}?sort=-expires`)
  await expect(page.getByRole('columnheader', { name: 'Expires' })).toHaveAttribute('aria-sort', 'descending')
  await page.goto(`${REGISTER}/idle.component`)
  await expect(page.getByRole('table', { name: 'Conditions' })).toContainText('Write "apps".')
})

test('operator: a rotation is acknowledged, and another kubeconfig is there', async ({
  page,
  garden,
  landscape,
  signIn,
}) => {
  await requestKubeconfig(garden, 'turned.component', { cluster: CLUSTER })
  await signIn('operator')
  await openIssued(page, 'turned.component')
  const old = await kubeconfigText(landscape, 'turned.component')
  await page.getByRole('button', { name: 'Rotate' }).click()
  const ask = dialog(page, /^Rotate: turned\.component/)
  const rotate = ask.getByRole('button', { name: 'Rotate' })
  await expect(rotate).toHaveAttribute('aria-disabled', 'true')
  await say(ask, 'kept for the reload')
  await page.reload()
  await expect(ask.getByLabel('Reason')).toHaveValue('kept for the reload')
  await expectAccessibleInBothThemes(page)
  await rotate.click()
  await expect(ask).toBeHidden()
  await expect(page.getByText('turned.component: Its rotation was asked for.')).toBeVisible()
  await expect(page.getByText('Rotated on request')).toBeVisible()
  await expect(state(page, 'Issued')).toBeVisible()
  expect(await kubeconfigText(landscape, 'turned.component')).not.toBe(old)
  await expect(page.getByRole('button', { name: 'Download' })).toHaveAttribute('data-tip', 'This needs the role admin.')
})

test('operator: a revocation is proved by the cluster, live', async ({ page, garden, landscape, signIn }) => {
  await requestKubeconfig(garden, 'leaked.component', { cluster: CLUSTER })
  await signIn('operator')
  await openIssued(page, 'leaked.component')
  const old = await kubeconfigText(landscape, 'leaked.component')
  expect(await answerTo(old)).toBe('ok')
  await page.getByRole('button', { name: 'Revoke' }).click()
  const ask = dialog(page, /^Revoke: leaked\.component/)
  await say(ask, 'the token leaked')
  await expect(ask.getByRole('button', { name: 'Revoke' })).toHaveAttribute('aria-disabled', 'true')
  await ask.getByLabel(/^Type the name of the request to confirm/).fill('leaked.component')
  await expectAccessibleInBothThemes(page)
  await ask.getByRole('button', { name: 'Revoke' }).click()
  await expect(ask).toBeHidden()
  const proof = page.getByRole('region', { name: 'Revocation' })
  await expect(proof.getByText('Revocation asked for')).toBeVisible()
  await expect(proof.getByText(/^Refused after [\d.]+ s$/)).toBeVisible()
  await expect(state(page, 'Revoked')).toBeVisible()
  expect(await answerTo(old)).toBe('unauthenticated')
  await expect(page.getByRole('button', { name: 'Rotate' })).toHaveAttribute('data-tip', /It is revoked for good/)
  await expectAccessibleInBothThemes(page)
  await page.goto('/audit?q=token+leaked')
  await expect(audited(page)).toContainText('Revoke kubeconfig')
  await expect(audited(page)).toContainText('Done')
})

test('operator: all of a cluster are revoked after its name is typed, and what came meanwhile is seen first', async ({
  page,
  garden,
  signIn,
}) => {
  const takeAway = await bringCluster(garden, 'doomed')
  for (const name of ['one.doomed', 'two.doomed']) await requestKubeconfig(garden, name, { cluster: 'doomed' })
  await signIn('operator')
  await openIssued(page, 'one.doomed')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Revoke all of doomed' }).click()
  const ask = dialog(page, 'Revoke all of doomed')
  await expect(ask.getByRole('button', { name: 'Revoke 2 kubeconfigs' })).toBeVisible()
  await say(ask, 'the cluster is lost')
  await ask.getByLabel(/^Type the name of the cluster to confirm/).fill('doomed')
  await requestKubeconfig(garden, 'three.doomed', { cluster: 'doomed' })
  await expect(ask.getByText('1 request came meanwhile: three.doomed.')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await ask.getByRole('button', { name: 'I have seen it' }).click()
  await expect(ask.getByLabel('Reason')).toHaveValue('the cluster is lost')
  await ask.getByRole('button', { name: 'Revoke 3 kubeconfigs' }).click()
  await expect(ask).toBeHidden()
  const proof = dialog(page, 'Revocations of doomed')
  for (const name of ['one.doomed', 'two.doomed', 'three.doomed'])
    await expect(proof.getByRole('listitem').filter({ hasText: name })).toContainText(/Refused after [\d.]+ s/)
  await expect(proof.getByRole('status')).toHaveText('All of them have ended.')
  await expectAccessibleInBothThemes(page)
  await proof.getByRole('button', { name: 'Close' }).last().click()
  await expect(proof).toBeHidden()
  await page.goto(`${REGISTER}?q=cluster:doomed`)
  for (const name of ['one.doomed', 'two.doomed', 'three.doomed'])
    await expect(row(page, name)).toContainText('Revoked')
  await page.goto('/operators/clusters/doomed')
  await expect(page.getByRole('button', { name: 'Revoke kubeconfigs' })).toHaveAttribute(
    'data-tip',
    'All kubeconfigs of this cluster are revoked.',
  )
  await takeAway()
})

test('operator: all of a cluster are revoked on its own page, which leads to who did it', async ({
  page,
  garden,
  signIn,
}) => {
  const takeAway = await bringCluster(garden, 'leaky')
  await requestKubeconfig(garden, 'one.leaky', { cluster: 'leaky' })
  await signIn('operator')
  await page.goto('/operators/clusters/leaky')
  await page.getByRole('button', { name: 'Revoke kubeconfigs' }).click()
  const ask = dialog(page, 'Revoke all of leaky')
  await say(ask, 'it stood in a log')
  await ask.getByLabel(/^Type the name of the cluster to confirm/).fill('leaky')
  await expectAccessibleInBothThemes(page)
  await ask.getByRole('button', { name: 'Revoke 1 kubeconfig' }).click()
  const proof = dialog(page, 'Revocations of leaky')
  await expect(proof.getByRole('listitem')).toContainText(/one\.leaky.*Refused after [\d.]+ s/)
  await proof.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('link', { name: 'Who did what' }).click()
  await expect(audited(page)).toContainText('Revoke all kubeconfigs of cluster')
  await expect(audited(page)).toContainText('it stood in a log')
  await takeAway()
})

test('operator: what changed while a dialog was open is seen first, and nothing typed is lost', async ({
  page,
  garden,
  noise,
  signIn,
}) => {
  // Once it is deleted.
  noise.expect(/status of 404/)
  await requestKubeconfig(garden, 'moved.component', { cluster: CLUSTER })
  await signIn('operator')
  await openIssued(page, 'moved.component')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const ask = dialog(page, /^Delete: moved\.component/)
  await say(ask, 'no longer needed')
  await ask.getByLabel(/^Type the name/).fill('moved.component')
  await editRequest(garden, 'moved.component', { expiration: 7_200 })
  await expect(ask.getByText(/^What the request asks for was changed/)).toBeVisible()
  await expect(ask.getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true')
  await ask.getByRole('button', { name: 'I have seen it' }).click()
  await expect(ask.getByLabel('Reason')).toHaveValue('no longer needed')
  await ask.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('This KubeconfigRequest was deleted.')).toBeVisible()
  expect(await requestNow(garden, 'moved.component')).toBeNull()
})

test.describe('a download', () => {
  const openDownload = async (page: Page) => {
    await openIssued(page, SEEN)
    await page.getByRole('button', { name: 'Download' }).click()
    return dialog(page, /^Download: seen\.component/)
  }

  test('admin: gets the file after a recent sign-in, and no page has a byte of it', async ({
    page,
    context,
    landscape,
    sessionOf,
    signIn,
  }) => {
    const bodies: Promise<string>[] = []
    page.on('response', response => {
      // The stream of events does not end.
      if (!/\/(download|events)/.test(new URL(response.url()).pathname)) bodies.push(response.text().catch(() => ''))
    })
    await signIn('admin')
    await signInAgo(context, await sessionOf('admin'), 0)
    const ask = await openDownload(page)
    await say(ask, 'to look into it')
    await expectAccessibleInBothThemes(page)
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

  test('admin: with an old sign-in signs in again, and comes back to the dialog with what was typed', async ({
    page,
    context,
    landscape,
    sessionOf,
  }) => {
    await signInAgo(context, await sessionOf('admin'), 6 * 60_000)
    const ask = await openDownload(page)
    await expect(ask.getByText('this needs a sign-in of the last 5 minutes').first()).toBeVisible()
    await say(ask, 'typed before')
    await expect(ask.getByRole('button', { name: 'Download' })).toHaveAttribute('aria-disabled', 'true')
    await expectAccessibleInBothThemes(page)
    const { uid, generation } = (await (await page.request.get(`${API}/${SEEN}`)).json()) as {
      uid: string
      generation: number
    }
    const order = { seen: { uid, generation }, reason: 'past the page' }
    const refused = await page.request.post(`${API}/${SEEN}/download`, { data: order })
    expect([refused.status(), (await refused.json()).detail]).toEqual([403, expect.stringMatching(/^Sign in again/)])
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

  test('is refused to everybody else, and to pages of other sites', async ({ page, context, sessionOf, signIn }) => {
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

  /** A session of the admin that began some time ago. */
  async function signInAgo(context: BrowserContext, cookies: Cookies, ms: number): Promise<void> {
    const token = await sessionTokenIn(cookies)
    const value = await sealedToken({ ...token, signedInAt: Date.now() - ms })
    await context.addCookies(cookies.map(cookie => (cookie.name === SESSION_COOKIE ? { ...cookie, value } : cookie)))
  }
})

test('viewer: sees everything and may do nothing', async ({ page, signIn }) => {
  await signIn('viewer')
  await openIssued(page, SEEN)
  for (const name of ['Rotate', 'Revoke'])
    await expect(page.getByRole('button', { name })).toHaveAttribute('data-tip', 'This needs the role operator.')
  for (const act of ['rotate', 'revoke', 'delete', 'download', 'revoke-all']) {
    await page.goto(`${REGISTER}/${SEEN}?act=${act}`)
    await expect(state(page, 'Issued')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  for (const address of ['', '/preview', '/revocations', `/${SEEN}/rotate`, `/${SEEN}/revoke`, `/${SEEN}/delete`]) {
    const answer = await page.request.post(`${API}${address}`, { data: {} })
    expect([answer.status(), (await answer.json()).detail], address).toEqual([403, 'This needs the role operator.'])
  }
})

test('a request that is not there', async ({ page, noise, signIn }) => {
  noise.expect(/status of 404/)
  await signIn('viewer')
  expect((await page.goto(`${REGISTER}/nobody`))?.status()).toBe(404)
  expect((await page.request.get(`${API}/nobody`)).status()).toBe(404)
})

looksRightEverywhere({ address: REGISTER, shows: SEEN })
looksRightEverywhere({ address: `${REGISTER}/${SEEN}`, shows: 'AllEffective' })
