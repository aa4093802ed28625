import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { signInBeside } from '../support/sign-in-beside.ts'
import { expect, test } from '../support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Views' })
const own = (page: Page) => dialog(page).getByRole('region', { name: 'Your views' })
const others = (page: Page) => dialog(page).getByRole('region', { name: 'Shared by others' })
const open = (page: Page) => page.getByRole('button', { name: 'Views', exact: true }).click()

async function save(page: Page, name: string, shared = false): Promise<void> {
  await dialog(page).getByRole('textbox', { name: 'Save this view as' }).fill(name)
  if (shared) await dialog(page).getByRole('checkbox', { name: 'Share with everybody' }).check()
  await dialog(page).getByRole('button', { name: 'Save view' }).click()
  await expect(own(page).getByRole('link', { name, exact: true })).toBeVisible()
  await expect(dialog(page).getByRole('checkbox', { name: 'Share with everybody' })).not.toBeChecked()
}

test('a search is kept under a name, opened again, renamed, shared, and deleted by an admin', async ({
  page,
  signIn,
}) => {
  const name = '<b>Dirty</b> since long'
  await signIn('operator')
  await page.goto('/bindings?q=state:dirty&sort=-for')
  await open(page)
  await expect(own(page)).toContainText('You have no views of this page yet.')
  await expectAccessibleInBothThemes(page)
  await save(page, name)
  await expect(own(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
  await dialog(page).getByRole('textbox', { name: 'Save this view as' }).fill(name)
  await dialog(page).getByRole('button', { name: 'Save view' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('You already have a view with this name.')

  await page.goto('/bindings')
  await open(page)
  const link = own(page).getByRole('link', { name })
  await expect(link).not.toHaveAttribute('aria-current')
  await link.click()
  await expect(page).toHaveURL('/bindings?q=state:dirty&sort=-for')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Remove state:dirty' })).toBeVisible()

  await open(page)
  await own(page)
    .getByRole('button', { name: `Rename ${name}` })
    .click()
  await own(page)
    .getByRole('textbox', { name: `New name of ${name}` })
    .fill('Long dirty')
  await own(page).getByRole('button', { name: 'Rename', exact: true }).click()
  await own(page).getByRole('button', { name: 'Share Long dirty' }).click()
  await expect(own(page).getByText('shared', { exact: true })).toBeVisible()
  await expectAccessibleInBothThemes(page)

  await signIn('viewer')
  await page.goto('/bindings')
  await open(page)
  await expect(others(page)).toContainText('by Omar Operator')
  await expect(others(page).getByRole('link', { name: 'Long dirty' })).toHaveAttribute(
    'href',
    '/bindings?q=state:dirty&sort=-for',
  )
  await expect(others(page).getByRole('button')).toHaveCount(0)

  await signIn('admin')
  await page.goto('/bindings')
  await open(page)
  await others(page).getByRole('button', { name: 'Delete Long dirty' }).click()
  await expect(others(page)).toContainText('Nobody else has shared a view of this page.')
})

test('when the console is not responding each attempt says so, keeps what was typed, and can be made again', async ({
  page,
  noise,
  signIn,
}) => {
  noise.expect(/ERR_FAILED|Failed to fetch/)
  await signIn('viewer')
  await page.goto('/bindings?q=state:dirty')
  const isAct = ({ pathname }: URL) => pathname === '/bindings'
  const cut = () => page.route(isAct, route => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  const told = expect(dialog(page).getByRole('alert'))
  await open(page)
  const verb = dialog(page).getByRole('button', { name: 'Save view' })
  await cut()
  await dialog(page).getByRole('textbox', { name: 'Save this view as' }).fill('Mine')
  await verb.click()
  await told.toContainText('The console did not respond')
  await expect(verb).not.toHaveAttribute('aria-busy')
  await page.unroute(isAct)
  await verb.click()
  await expect(own(page).getByRole('link', { name: 'Mine', exact: true })).toBeVisible()
  await told.toHaveCount(0)

  await cut()
  await own(page).getByRole('button', { name: 'Share Mine' }).click()
  await told.toContainText('The console did not respond')
  await own(page).getByRole('button', { name: 'Delete Mine' }).click()
  await told.toContainText('The console did not respond')
  await own(page).getByRole('button', { name: 'Rename Mine' }).click()
  await own(page).getByRole('textbox', { name: 'New name of Mine' }).fill('Ours')
  await own(page).getByRole('button', { name: 'Rename', exact: true }).click()
  await told.toContainText('The console did not respond')
  await expect(own(page).getByRole('textbox', { name: 'New name of Mine' })).toHaveValue('Ours')
  await page.unroute(isAct)
  await own(page).getByRole('button', { name: 'Rename', exact: true }).click()
  await own(page).getByRole('button', { name: 'Delete Ours' }).click()
  await expect(own(page)).toContainText('You have no views of this page yet.')
})

test('whose session ends meanwhile signs in beside the dialog, and the view is saved as it was typed', async ({
  page,
  context,
  noise,
  signIn,
}) => {
  noise.expect(/401/)
  await signIn('viewer')
  await page.goto('/pools?q=provider:aws')
  await open(page)
  await dialog(page).getByRole('textbox', { name: 'Save this view as' }).fill('Kept')
  await dialog(page).getByRole('checkbox', { name: 'Share with everybody' }).check()
  await context.clearCookies()
  await dialog(page).getByRole('button', { name: 'Save view' }).click()
  await signInBeside(page, 'viewer')
  await dialog(page).getByRole('button', { name: 'Save view' }).click()
  await expect(own(page).getByText('shared', { exact: true })).toBeVisible()
  await expect(dialog(page).getByRole('alert')).toHaveCount(0)
  await own(page).getByRole('button', { name: 'Delete Kept' }).click()
  await expect(own(page)).toContainText('You have no views of this page yet.')
})

for (const [path, q] of [
  ['pools', 'alarm:low'],
  ['shoots', 'error:infrastructure'],
  ['global-accounts', 'accounts:>1'],
  ['audit', 'outcome:refused'],
] as const) {
  test(`${path} has views of its own`, async ({ page, signIn }) => {
    await signIn('viewer')
    await page.goto(`/${path}?q=${q}`)
    await open(page)
    await save(page, 'Mine')
    await own(page).getByRole('button', { name: 'Delete Mine' }).click()
    await expect(own(page)).toContainText('You have no views of this page yet.')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeFocused()
  })
}

test('the view after a shared one is shared only when asked to', async ({ page, signIn }) => {
  await signIn('operator')
  await page.goto('/shoots?q=error:infrastructure')
  await open(page)
  await save(page, 'For all', true)
  await save(page, 'For me')
  await expect(own(page).getByText('shared', { exact: true })).toHaveCount(1)
  for (const name of ['For all', 'For me'])
    await own(page)
      .getByRole('button', { name: `Delete ${name}` })
      .click()
  await expect(own(page)).toContainText('You have no views of this page yet.')
})

test('a program keeps views too; what is no list page, or none of its searches, is refused', async ({
  page,
  signIn,
}) => {
  await signIn('viewer')
  await page.goto('/pools')
  const post = (data: unknown) => page.request.post('/api/v1/views', { data })
  const view = { page: 'pools', name: 'By a program', query: 'q=eu&returnTo=//evil.example' }
  const made = await post(view)
  expect(made.status()).toBe(201)
  const { id, href } = await made.json()
  expect(href).toBe('/pools?q=eu')
  for (const wrong of [
    { page: '//evil.example' },
    { query: 'q=nothing:here' },
    { query: 'sort=constructor' },
    { name: '' },
  ])
    expect((await post({ ...view, ...wrong })).status(), JSON.stringify(wrong)).toBe(400)
  expect((await post(view)).status()).toBe(409)
  expect((await page.request.get('/api/v1/views?page=settings')).status()).toBe(400)

  await signIn('admin')
  expect((await page.request.patch(`/api/v1/views/${id}`, { data: { name: 'Taken' } })).status()).toBe(404)
  await signIn('viewer')
  expect((await page.request.delete(`/api/v1/views/${id}`)).status()).toBe(204)
  expect((await page.request.delete(`/api/v1/views/${id}`)).status()).toBe(404)
  await page.context().clearCookies()
  expect((await page.request.get('/api/v1/views?page=pools')).status()).toBe(401)
})
