import type { Page, Request } from '@playwright/test'
import { auditOf, holdDialog } from '../support/hold-dialog.ts'
import { bindingsWith, relabel } from '../support/landscape-accounts.ts'
import { signInByRequest } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

/** More than three times the connections that a browser allows to a server. */
const TABS = 20
/** Changes of the binding that all tabs show, as fast as the garden accepts them. */
const BURST = 40

test('the visible one of 20 tabs has a stream and merges a burst, the others catch up when they become visible', async ({
  context,
  garden,
  signIn,
}) => {
  await signIn('viewer')
  const [free] = await bindingsWith(garden, 'hyperscalerType=gcp,!euAccess,!shared,!dirty,!tenantName,!internal')
  if (!free) throw new Error('The landscape has no free gcp account.')
  const address = `/bindings/${free.kind}/${free.name}`
  const open = new Set<Request>()
  let asked = 0
  context.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname === '/api/v1/events') open.add(request)
    if (pathname === `/api/v1${address}`) asked++
  })
  context.on('requestfinished', request => open.delete(request))
  context.on('requestfailed', request => open.delete(request))
  const tabs: Page[] = []
  for (let n = 0; n < TABS; n++) {
    const tab = await context.newPage()
    await show('hidden', tabs.slice(-1))
    await tab.goto(address)
    await expect(tab.getByText('Live', { exact: true })).toBeVisible()
    tabs.push(tab)
  }
  const [visible, hidden] = [tabs.slice(-1), tabs.slice(0, -1)]
  const expectText = async (text: string, of: readonly Page[]) => {
    for (const tab of of) await expect(tab.getByRole('main').getByText(text, { exact: true })).toBeVisible()
  }
  await expect.poll(() => [...open].map(request => request.frame().page())).toEqual(visible)
  const undo = await relabel(garden, free.kind, free.name, { 'e2e.example/tabs': 'first' })
  try {
    await expectText('first', visible)
    const before = asked
    for (let n = 1; n <= BURST; n++)
      await relabel(garden, free.kind, free.name, { 'e2e.example/tabs': n < BURST ? `burst-${n}` : 'over' })
    await expectText('over', visible)
    expect(asked - before, 'how often 20 tabs asked').toBeLessThan(BURST / 2)
    for (const tab of hidden) await expect(tab.getByRole('main').getByText('over', { exact: true })).toHaveCount(0)
    for (const [n, tab] of hidden.entries()) {
      await show('hidden', [tabs.at(n - 1) ?? tab])
      await show('visible', [tab])
      await expectText('over', [tab])
      await expect(tab.getByText('Live', { exact: true })).toBeVisible()
    }
    await expect.poll(() => [...open].map(request => request.frame().page())).toEqual(hidden.slice(-1))
  } finally {
    await undo()
  }
  for (const tab of tabs) await tab.close()
})

/** Switches the visibility of tabs; a browser without a screen hides none by itself. */
async function show(state: DocumentVisibilityState, tabs: readonly Page[]): Promise<void> {
  for (const tab of tabs)
    await tab.evaluate(state => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
}

test('a page notices that somebody else is signed in by now, does nothing under their name, and goes on with its own person', async ({
  page,
  noise,
}) => {
  noise.expect(/401/)
  const { dialog, hold, binding } = await holdDialog(page)
  const before = await auditOf(page, binding.name)
  await signInByRequest(page.request, 'admin')
  await expect(dialog.getByRole('alert')).toContainText('This browser is now signed in as Ada Admin.')
  await expect(page.getByText('Other user', { exact: true })).toBeVisible()
  await expect(page.getByText('It was opened by another user')).toBeVisible()
  await expect(hold).toHaveAttribute('aria-disabled', 'true')
  await expect(dialog.getByLabel('Reason')).toHaveValue('looking at it')

  await signInByRequest(page.request, 'operator')
  await expect(hold).not.toHaveAttribute('aria-disabled', 'true', { timeout: 15_000 })
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Reason')).toHaveValue('looking at it')
  expect(await auditOf(page, binding.name)).toEqual(before)
})

test('whoever signs in again in another tab goes on without loading the page anew', async ({ page, noise }) => {
  noise.expect(/401/)
  await signInByRequest(page.request, 'viewer')
  await page.goto('/pools')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const { csrfToken } = await (await page.request.get('/api/auth/csrf')).json()
  await page.request.post('/api/auth/signout', { form: { csrfToken } })
  await expect(page.getByText('Signed out', { exact: true })).toBeVisible({ timeout: 15_000 })
  await signInByRequest(page.request, 'viewer')
  await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 10_000 })
  await expect(page.getByText('Your session has ended.')).toHaveCount(0)
})
