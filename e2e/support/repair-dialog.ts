import type { Locator, Page } from '@playwright/test'
import type { BindingKind } from '#lib/hap/pools/binding.ts'
import { expectAccessible } from './axe.ts'
import { expect } from './test.ts'

interface Place {
  readonly kind: BindingKind
  readonly name: string
}

export async function rowOf(page: Page, { kind, name }: Place) {
  return (await (await page.request.get(`/api/v1/bindings/${kind}/${name}`)).json()).row
}

export async function openRepair(page: Page, place: Place): Promise<Locator> {
  await expect.poll(async () => (await rowOf(page, place)).state).toBe('malformed')
  await page.goto(`/bindings/${place.kind}/${place.name}`)
  await page.getByRole('button', { name: 'Repair labels', exact: true }).click()
  return page.getByRole('dialog')
}

export async function repair(page: Page, dialog: Locator, { name }: Place): Promise<void> {
  await expect(dialog).toContainText('Dry run passed: the API server would accept this change.')
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('put right')
  const confirm = dialog.getByRole('textbox', { name: 'Enter the binding name' })
  if (await confirm.isVisible()) await confirm.fill(name)
  await dialog.getByRole('button', { name: 'Repair labels', exact: true }).click()
  await expect(page.getByText(`${name} was repaired.`)).toBeVisible()
}
