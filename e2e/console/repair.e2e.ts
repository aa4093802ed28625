import type { Locator, Page } from '@playwright/test'
import type { BindingKind } from '#lib/hap/pools/binding.ts'
import { expectAccessible } from '../support/axe.ts'
import { idleBinding } from '../support/idle-binding.ts'
import { relabel } from '../support/landscape-accounts.ts'
import { expect, test } from '../support/test.ts'

interface Place {
  readonly kind: BindingKind
  readonly name: string
}

async function rowOf(page: Page, { kind, name }: Place) {
  return (await (await page.request.get(`/api/v1/bindings/${kind}/${name}`)).json()).row
}

async function openRepair(page: Page, place: Place): Promise<Locator> {
  await expect.poll(async () => (await rowOf(page, place)).state).toBe('malformed')
  await page.goto(`/bindings/${place.kind}/${place.name}`)
  await page.getByRole('button', { name: 'Repair labels', exact: true }).click()
  return page.getByRole('dialog')
}

async function repair(page: Page, dialog: Locator, { name }: Place): Promise<void> {
  await expect(dialog).toContainText('The API server accepts this change.')
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('put right')
  const confirm = dialog.getByRole('textbox', { name: 'Type the binding name' })
  if (await confirm.isVisible()) await confirm.fill(name)
  await dialog.getByRole('button', { name: 'Repair labels', exact: true }).click()
  await expect(page.getByText(`${name} was repaired.`)).toBeVisible()
}

test('whose account it is can be taken from the clusters on it', async ({ page, garden, signIn }) => {
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

test('whether an account is in the EU can be said where its label does not', async ({ page, garden, signIn }) => {
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

test('what only a person can tell of the EU has to be said first', async ({ page, garden, signIn }) => {
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
