import { box, chosen, door, firstRow, open, option, palette } from '../support/palette.ts'
import { expect, test } from '../support/test.ts'

test('each kind of thing is found by its whole name or id, and opened by keyboard', async ({ page, signIn }) => {
  await signIn('viewer')
  const binding = await firstRow(page, 'bindings?q=state:claimed+kind:CredentialsBinding')
  const shoot = await firstRow(page, 'shoots?q=known:both,gardener')
  const { id } = await firstRow(page, 'global-accounts?q=accounts:>0')
  await page.goto('/settings')
  const heading = page.getByRole('heading', { level: 1 })
  for (const [text, group, shows] of [
    [binding.name, 'Bindings', binding.name],
    [binding.name.toUpperCase(), 'Bindings', binding.name],
    [id, 'Global accounts', id],
    ['aws eu', 'Pools', 'aws'],
    [shoot.name, 'Shoots', 'Shoots'],
    ['allowl', 'Go to', 'Allowlist'],
  ] as const) {
    await open(page)
    await page.keyboard.type(text)
    await expect(
      palette(page).getByRole('group', { name: group, exact: true }).getByRole('option').first(),
    ).toBeVisible()
    await expect(chosen(page)).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(palette(page)).toBeHidden()
    await expect(heading).toHaveText(shows)
    await expect(heading).toBeFocused()
  }
  await open(page)
  await page.keyboard.type('dirty')
  const { hits } = await (await page.request.get('/api/v1/bindings?q=state:dirty&limit=1')).json()
  await expect(option(page, `Bindings state:dirty ${hits}`)).toBeVisible()
  await option(page, `Bindings state:dirty ${hits}`).click()
  await expect(page).toHaveURL('/bindings?q=state:dirty')
  await open(page)
  await page.keyboard.type('type:aws -shared')
  await option(page, /^Pools type:aws -shared/).click()
  await expect(page).toHaveURL('/pools?q=type:aws+-shared')
})

test('an operator opens an action of the open binding; it is done in its dialog only', async ({ page, signIn }) => {
  await signIn('operator')
  const { kind, name } = await firstRow(page, 'bindings?q=state:claimed+shoots:0+kind:CredentialsBinding')
  await page.goto(`/bindings/${kind}/${name}`)
  await door(page).focus()
  await page.keyboard.press('Enter')
  await expect(option(page, /^Hold opens a dialog/)).toBeVisible()
  await page.keyboard.type('hol')
  await expect(chosen(page)).toHaveAccessibleName(/^Hold opens a dialog/)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Hold: ${name}` })
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(door(page)).toBeFocused()

  await open(page)
  await page.keyboard.type('undo')
  await expect(option(page, /^Undo dirty/)).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(door(page)).toBeFocused()
})

test('keys move round the list, Escape and the key itself close it, and the focus is where it was', async ({
  page,
  signIn,
}) => {
  await signIn('viewer')
  await page.goto('/bindings')
  await page.keyboard.press('j')
  const row = page.locator('tr:focus')
  await expect(row).toHaveAttribute('data-index', '0')
  for (const closing of ['Escape', 'Control+k']) {
    await open(page)
    await expect(option(page, 'Overview g o')).toBeVisible()
    // The first is to export the list: nobody does that by Enter alone.
    await expect(chosen(page)).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(palette(page)).toBeVisible()
    const options = palette(page).getByRole('option')
    const last = (await options.count()) - 1
    await page.keyboard.press('ArrowUp')
    await expect(options.nth(last)).toHaveAttribute('aria-selected', 'true')
    await expect(box(page)).toHaveAttribute('aria-activedescendant', (await options.nth(last).getAttribute('id')) ?? '')
    await page.keyboard.press('ArrowDown')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press(closing)
    await expect(palette(page)).toBeHidden()
    await expect(row).toHaveAttribute('data-index', '0')
  }
  await page.keyboard.press('/')
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('jx?')
  await expect(box(page)).toHaveValue('jx?')
})

test('whoever is signed out is led to the sign-in', async ({ page, noise, signIn }) => {
  noise.expect(/status of 401/)
  await signIn('viewer')
  await page.goto('/allowlist')
  await open(page)
  await page.context().clearCookies()
  await page.keyboard.type('aws')
  await expect(palette(page).getByRole('alert')).toContainText('You are signed out')
  await palette(page).getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/sign-in?returnTo=%2Fallowlist')
  const answer = await page.request.get('/api/v1/find?q=aws')
  expect(answer.status()).toBe(401)
})
