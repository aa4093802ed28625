import { signInBeside } from '../support/sign-in-beside.ts'
import { expect, test } from '../support/test.ts'
import { dialog, open, own, save } from '../support/views-dialog.ts'

test('a failed attempt shows an error, keeps the input, and can be repeated', async ({ page, noise, signIn }) => {
  noise.expect(/ERR_FAILED|Failed to fetch/)
  await signIn('viewer')
  await page.goto('/bindings?q=state:dirty')
  const isAct = ({ pathname }: URL) => pathname === '/bindings'
  const cut = () => page.route(isAct, route => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  const expectAlert = expect(dialog(page).getByRole('alert'))
  await open(page)
  const verb = dialog(page).getByRole('button', { name: 'Save view' })
  await cut()
  await dialog(page).getByRole('textbox', { name: 'Save this view as' }).fill('Mine')
  await verb.click()
  await expectAlert.toContainText('The console did not respond')
  await expect(verb).not.toHaveAttribute('aria-busy')
  await page.unroute(isAct)
  await verb.click()
  await expect(own(page).getByRole('link', { name: 'Mine', exact: true })).toBeVisible()
  await expectAlert.toHaveCount(0)

  await cut()
  await own(page).getByRole('button', { name: 'Share Mine' }).click()
  await expectAlert.toContainText('The console did not respond')
  await own(page).getByRole('button', { name: 'Delete Mine' }).click()
  await expectAlert.toContainText('The console did not respond')
  await own(page).getByRole('button', { name: 'Rename Mine' }).click()
  await own(page).getByRole('textbox', { name: 'New name of Mine' }).fill('Ours')
  await own(page).getByRole('button', { name: 'Rename', exact: true }).click()
  await expectAlert.toContainText('The console did not respond')
  await expect(own(page).getByRole('textbox', { name: 'New name of Mine' })).toHaveValue('Ours')
  await page.unroute(isAct)
  await own(page).getByRole('button', { name: 'Rename', exact: true }).click()
  await own(page).getByRole('button', { name: 'Delete Ours' }).click()
  await expect(own(page)).toContainText('You have no saved views of this page yet.')
})

test('a session that ends in the dialog is renewed in another tab, and the view can be saved', async ({
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
  await dialog(page).getByRole('checkbox', { name: 'Share with all users' }).check()
  await context.clearCookies()
  await dialog(page).getByRole('button', { name: 'Save view' }).click()
  await signInBeside(page, 'viewer')
  await dialog(page).getByRole('button', { name: 'Save view' }).click()
  await expect(own(page).getByText('shared', { exact: true })).toBeVisible()
  await expect(dialog(page).getByRole('alert')).toHaveCount(0)
  await own(page).getByRole('button', { name: 'Delete Kept' }).click()
  await expect(own(page)).toContainText('You have no saved views of this page yet.')
})

for (const [path, q] of [
  ['pools', 'alarm:low'],
  ['shoots', 'error:infrastructure'],
  ['global-accounts', 'accounts:>1'],
  ['audit', 'outcome:refused'],
] as const) {
  test(`${path} has its own views`, async ({ page, signIn }) => {
    await signIn('viewer')
    await page.goto(`/${path}?q=${q}`)
    await open(page)
    await save(page, 'Mine')
    await own(page).getByRole('button', { name: 'Delete Mine' }).click()
    await expect(own(page)).toContainText('You have no saved views of this page yet.')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Saved views', exact: true })).toBeFocused()
  })
}

test('sharing one view does not share the next', async ({ page, signIn }) => {
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
  await expect(own(page)).toContainText('You have no saved views of this page yet.')
})
