import { idleBinding } from '../support/idle-binding.ts'
import { relabel } from '../support/landscape-accounts.ts'
import { openRepair, repair, rowOf } from '../support/repair-dialog.ts'
import { expect, test } from '../support/test.ts'

test('the repair dialog removes an invalid euAccess label or sets it to true', async ({ page, garden, signIn }) => {
  await signIn('operator')
  const binding = await idleBinding(page)
  const undo = await relabel(garden, binding.kind, binding.name, { euAccess: 'false' })
  try {
    const dialog = await openRepair(page, binding)
    const eu = dialog.getByRole('combobox', { name: 'euAccess' })
    await expect(eu.getByRole('option')).toHaveText(['without the label', 'true'])
    await expect(eu).toHaveValue('none')
    await expect(dialog).toContainText('removed: euAccess: "false"')
    await eu.selectOption('true')
    await expect(dialog).toContainText('added: euAccess: "true"')
    await repair(page, dialog, binding)
    await expect.poll(() => rowOf(page, binding)).toMatchObject({ state: 'claimed', pool: { euAccess: true } })
  } finally {
    await undo()
  }
})

test('an ambiguous euAccess label has to be chosen before the repair', async ({ page, garden, signIn }) => {
  await signIn('operator')
  const binding = await idleBinding(page)
  const undo = await relabel(garden, binding.kind, binding.name, { euAccess: 'maybe' })
  try {
    const dialog = await openRepair(page, binding)
    const eu = dialog.getByRole('combobox', { name: 'euAccess' })
    await expect(eu.getByRole('option')).toHaveText(['Choose', 'true', 'without the label'])
    await expect(eu).toHaveValue('')
    await expect(dialog.getByRole('button', { name: 'Repair labels', exact: true })).toHaveAttribute('aria-disabled')
    await eu.selectOption('without the label')
    await expect(dialog).toContainText('removed: euAccess: maybe')
    await repair(page, dialog, binding)
    await expect.poll(() => rowOf(page, binding)).toMatchObject({ state: 'claimed', pool: { euAccess: false } })
  } finally {
    await undo()
  }
})
