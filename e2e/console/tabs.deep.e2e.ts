import type { Page, Request } from '@playwright/test'
import { button, dialog, inDialog, more, moreActions } from '../support/binding-actions.ts'
import { addFault } from '../support/garden-faults.ts'
import { auditOf, holdDialog } from '../support/hold-dialog.ts'
import { idleBinding } from '../support/idle-binding.ts'
import { bindingsWith, relabel, snapshotLabels } from '../support/landscape-accounts.ts'
import { signInByRequest } from '../support/sign-in.ts'
import { headline } from '../support/simulator-page.ts'
import { expect, test } from '../support/test.ts'

/** More than three times the connections that a browser allows per server. */
const TABS = 20
/** Number of changes to the binding that all tabs show, as fast as the garden accepts them. */
const BURST = 40

test('only the visible of 20 tabs has a stream and merges a burst, and the others catch up when they become visible', async ({
  context,
  garden,
  signIn,
}) => {
  await signIn('viewer')
  const [free] = await bindingsWith(garden, 'hyperscalerType=azure,!euAccess,!shared,!dirty,!tenantName,!internal')
  if (!free) throw new Error('The landscape has no free azure account.')
  const address = `/bindings/${free.kind}/${free.name}`
  const open = new Set<Request>()
  let reads = 0
  context.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname === '/api/v1/events') open.add(request)
    if (pathname === `/api/v1${address}`) reads++
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
    const before = reads
    for (let n = 1; n <= BURST; n++)
      await relabel(garden, free.kind, free.name, { 'e2e.example/tabs': n < BURST ? `burst-${n}` : 'over' })
    await expectText('over', visible)
    expect(reads - before, 'reads by 20 tabs').toBeLessThan(BURST / 2)
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

/** Switches the visibility of tabs; a headless browser hides none by itself. */
async function show(state: DocumentVisibilityState, tabs: readonly Page[]): Promise<void> {
  for (const tab of tabs)
    await tab.evaluate(state => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
}

test('a page disables its actions while another user is signed in, and resumes with its own user', async ({
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

test('a sign-in in another tab makes the page live again without a reload', async ({ page, noise }) => {
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

test('the tab can simulate and quarantine while its write to another account is delayed', async ({
  page,
  garden,
  signIn,
}) => {
  await signIn('operator')
  const marked = await idleBinding(page)
  const [free] = await bindingsWith(garden, 'hyperscalerType=azure,!euAccess,!shared,!dirty,!tenantName,!internal')
  if (!free) throw new Error('The landscape has no free azure account.')
  await page.goto(`/bindings/${marked.kind}/${marked.name}`)
  await button(page, 'Mark dirty').click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('the tenant left')
  await dialog(page)
    .getByRole('textbox', { name: /^Enter the binding name/ })
    .fill(marked.name)
  await expect(dialog(page)).toContainText('Dry run passed')
  const endFault = await addFault(garden, { verb: 'patch' }, { type: 'delay', ms: DELAY_MS }, 1)
  const undo = await snapshotLabels(garden, marked.kind, marked.name)
  const restore = await snapshotLabels(garden, free.kind, free.name)
  try {
    await inDialog(page, 'Mark dirty').click()
    await expect(dialog(page)).toContainText('It can no longer be cancelled')

    await openInTab(page, '/simulator?plan=trial&provider=azure')
    await expect(headline(page)).toHaveText(/^Would share /)

    await openInTab(page, `/bindings/${free.kind}/${free.name}`)
    await moreActions(page).click()
    await more(page, /^Quarantine/).click()
    await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('to be checked')
    await dialog(page)
      .getByRole('textbox', { name: /^Enter the binding name/ })
      .fill(free.name)
    await inDialog(page, 'Quarantine').click()
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByRole('main').getByText('Quarantined', { exact: true }).first()).toBeVisible()
    expect(await stateOf(page, marked), 'the delayed mark').toBe('claimed')
    await expect.poll(() => stateOf(page, marked), { timeout: 2 * DELAY_MS }).toBe('dirty')
  } finally {
    await endFault()
    await undo()
    await restore()
  }
})

/** Longer than the simulation and the quarantine take together. */
const DELAY_MS = 15_000

/** Navigates like a link of the console, so that the document and its pending actions remain. */
async function openInTab(page: Page, address: string): Promise<void> {
  await page.evaluate(to => {
    const { next } = window as unknown as { next: { router: { push(address: string): void } } }
    next.router.push(to)
  }, address)
  await page.waitForURL(address)
}

async function stateOf({ request }: Page, { kind, name }: { kind: string; name: string }): Promise<string> {
  const { row } = await (await request.get(`/api/v1/bindings/${kind}/${name}`)).json()
  return row.state
}
