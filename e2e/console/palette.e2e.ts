import { chosen, door, firstRow, open, option, palette } from '../support/palette.ts'
import { expect, test } from '../support/test.ts'

test('each kind of object is found by its full name or id, and opened by keyboard', async ({ page, signIn }) => {
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
    ['allowl', 'Go to', 'Allowlist and limits'],
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

test('operator: an action of the open binding opens its dialog, which performs it', async ({ page, signIn }) => {
  await signIn('operator')
  const { kind, name } = await firstRow(page, 'bindings?q=state:claimed+shoots:0+kind:CredentialsBinding')
  await page.goto(`/bindings/${kind}/${name}`)
  await door(page).focus()
  await page.keyboard.press('Enter')
  await expect(option(page, /^Hold…/)).toBeVisible()
  await page.keyboard.type('hol')
  await expect(chosen(page)).toHaveAccessibleName(/^Hold…/)
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
