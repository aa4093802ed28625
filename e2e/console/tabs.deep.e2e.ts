import type { Page } from '@playwright/test'
import { auditOf, holdDialog } from '../support/hold-dialog.ts'
import { bindingsWith, relabel } from '../support/landscape-accounts.ts'
import { signInByRequest } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

/** More than three times the connections a browser allows to a server. */
const TABS = 20
/** Changes of what all of them show, as fast as the garden takes them. */
const BURST = 40

test('many tabs are live on one stream, a burst is folded for each, and they stay live when the tab that has it is closed', async ({
  context,
  garden,
  signIn,
}) => {
  await signIn('viewer')
  const [free] = await bindingsWith(garden, 'hyperscalerType=gcp,!euAccess,!shared,!dirty,!tenantName,!internal')
  if (!free) throw new Error('The landscape has no free gcp account.')
  const streams: Page[] = []
  const address = `/bindings/${free.kind}/${free.name}`
  let asked = 0
  const openTab = async () => {
    const tab = await context.newPage()
    tab.on('request', request => {
      const { pathname } = new URL(request.url())
      if (pathname === '/api/v1/events') streams.push(tab)
      if (pathname === `/api/v1${address}`) asked++
    })
    await tab.goto(address)
    await expect(tab.getByText('Live', { exact: true })).toBeVisible()
    return tab
  }
  const tabs = [await openTab()]
  tabs.push(...(await Promise.all(Array.from({ length: TABS - 1 }, openTab))))
  expect(streams).toEqual([tabs[0]])
  const shown = async (text: string, of: readonly Page[]) => {
    for (const tab of of) await expect(tab.getByRole('main').getByText(text, { exact: true })).toBeVisible()
  }
  const undo = await relabel(garden, free.kind, free.name, { 'e2e.example/tabs': 'first' })
  try {
    await shown('first', tabs)
    const before = asked
    for (let n = 1; n <= BURST; n++)
      await relabel(garden, free.kind, free.name, { 'e2e.example/tabs': n < BURST ? `burst-${n}` : 'over' })
    await shown('over', tabs)
    expect(asked - before, 'how often 20 tabs asked').toBeLessThan((TABS * BURST) / 2)
    // What is asked for still would be answered with what comes next.
    let last = -1
    await expect(async () => {
      const same = asked === last
      last = asked
      expect(same).toBe(true)
    }).toPass({ intervals: [1_000] })
    await tabs[0]?.close()
    // The last tab is hidden: it reads nothing until it is visible.
    const hidden = tabs.slice(-1)
    await seeAs('hidden', hidden)
    await relabel(garden, free.kind, free.name, { 'e2e.example/tabs': 'second' })
    await shown('second', tabs.slice(1, -1))
    await shown('over', hidden)
    await seeAs('visible', hidden)
    await shown('second', hidden)
    expect(streams).toHaveLength(2)
    expect(streams[1]).not.toBe(tabs[0])
  } finally {
    await undo()
  }
  for (const tab of tabs.slice(1))
    await expect(tab.getByRole('main').getByText('second', { exact: true })).toHaveCount(0)
  for (const tab of tabs.slice(1)) await tab.close()
})

/** A browser without a screen hides no tab by itself. */
async function seeAs(state: DocumentVisibilityState, tabs: readonly Page[]): Promise<void> {
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
  await expect(dialog.getByRole('alert')).toContainText('You are signed in as Ada Admin in this browser now.')
  await expect(page.getByText('Signed in as another', { exact: true })).toBeVisible()
  await expect(page.getByText('it was made for somebody else')).toBeVisible()
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
