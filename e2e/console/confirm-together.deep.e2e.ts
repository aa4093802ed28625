import { expectAccessible } from '../support/axe.ts'
import { dirtyPair, openConfirmClean, stateOf } from '../support/dirty-pair.ts'
import { relabel } from '../support/landscape-accounts.ts'
import { expect, test } from '../support/test.ts'

test('a change of the other binding requires a review, and the input is kept', async ({ page, garden, signIn }) => {
  const twin = 'e2e-twin-changed'
  await signIn('operator')
  const { kind, name, restore } = await dirtyPair(page, garden, twin)
  try {
    const dialog = await openConfirmClean(page, { kind, name })
    await expect(dialog).toContainText('Dry run passed: the API server would accept these changes.')
    const reason = dialog.getByRole('textbox', { name: 'Reason' })
    await reason.fill('the account was looked through')
    await dialog.getByRole('textbox', { name: 'Enter the binding name' }).fill(name)
    await relabel(garden, kind, twin, { 'e2e-note': 'moved' })
    const submit = dialog.getByRole('button', { name: 'Confirm clean', exact: true })
    await submit.click()
    await expect(dialog).toContainText('Another binding of this account changed since you opened this dialog.')
    await expect(dialog).toContainText('added: e2e-note: moved')
    await expect(submit).toHaveAccessibleDescription('Review the change first.')
    await expect(reason).toHaveValue('the account was looked through')
    expect(await Promise.all([stateOf(page, name), stateOf(page, twin)])).toEqual(['dirty', 'dirty'])
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Continue with this', exact: true }).click()
    await expect(dialog).not.toContainText('changed in the meantime')
    await submit.click()
    await expect(page.getByText(`${name} was confirmed clean.`)).toBeVisible()
    await expect.poll(() => Promise.all([stateOf(page, name), stateOf(page, twin)])).toEqual(['free', 'free'])
  } finally {
    await restore()
  }
})
