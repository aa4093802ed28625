import { relabel } from '../support/landscape-accounts.ts'
import { openRepair, repair, rowOf } from '../support/repair-dialog.ts'
import { expect, test } from '../support/test.ts'

test('the repair dialog takes the owner of an account from its clusters', async ({ page, garden, signIn }) => {
  await signIn('operator')
  const q = 'state:claimed shoots:>0 others:0 kind:CredentialsBinding'
  const [used] = (await (await page.request.get('/api/v1/bindings', { params: { q, limit: 1 } })).json()).rows
  const undo = await relabel(garden, used.kind, used.name, { tenantName: '' })
  try {
    const dialog = await openRepair(page, used)
    const owner = dialog.getByRole('textbox', { name: 'tenantName' })
    await expect(owner).toHaveValue('')
    await dialog.getByRole('button', { name: new RegExp(`^Use .*${used.tenant}$`) }).click()
    await expect(owner).toHaveValue(used.tenant)
    await expect(dialog).toContainText(`added: tenantName: ${used.tenant}`)
    await repair(page, dialog, used)
    await expect.poll(() => rowOf(page, used)).toMatchObject({ state: 'claimed', tenant: used.tenant })
  } finally {
    await undo()
  }
})
