import { expectAccessible } from '../support/axe.ts'
import { dirtyPair, openConfirmClean, stateOf } from '../support/dirty-pair.ts'
import { expect, test } from '../support/test.ts'

test('confirming one of two dirty bindings of an account confirms both', async ({ page, garden, signIn }) => {
  const twin = 'e2e-twin'
  await signIn('operator')
  const { kind, name, restore } = await dirtyPair(page, garden, twin)
  try {
    const dialog = await openConfirmClean(page, { kind, name })
    await expect(dialog).toContainText(`${twin}, which refers to the same account, is confirmed clean too`)
    await expect(dialog).toContainText('The account can be assigned to another global account.')
    await expect(dialog).toContainText(`${kind} garden-kyma-prod/${twin}`)
    await expect(dialog).toContainText('Dry run passed: the API server would accept these changes.')
    await expectAccessible(page)
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('the account was looked through')
    await dialog.getByRole('textbox', { name: 'Enter the binding name' }).fill(name)
    await dialog.getByRole('button', { name: 'Confirm clean', exact: true }).click()
    await expect(page.getByText(`${name} was confirmed clean.`)).toBeVisible()
    await expect(page.getByText(`${twin} of the same account is free too.`)).toBeVisible()
    await expect.poll(() => Promise.all([stateOf(page, name), stateOf(page, twin)])).toEqual(['free', 'free'])
    // The audit entry of the end of the hold follows its check, which outlasts the response.
    const accepted = async () =>
      (await (await page.request.get('/api/v1/audit?q=outcome:accepted&limit=3')).json()).rows
    await expect.poll(accepted).toMatchObject(
      ['unhold', 'confirm-clean', 'confirm-clean'].map(action => ({
        action,
        reason: 'the account was looked through',
      })),
    )
  } finally {
    await restore()
  }
})
