import type { Page } from '@playwright/test'
import { idleBinding } from './idle-binding.ts'
import { signInByRequest } from './sign-in.ts'
import { expect } from './test.ts'

/** Signs in as operator and opens the hold dialog of an idle binding with a reason. */
export async function holdDialog(page: Page) {
  await signInByRequest(page.request, 'operator')
  const { kind, name } = await idleBinding(page)
  await page.goto(`/bindings/${kind}/${name}`)
  await page.getByRole('button', { name: 'Hold', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('looking at it')
  const hold = dialog.getByRole('button', { name: 'Hold', exact: true })
  await expect(hold).not.toHaveAttribute('aria-disabled', 'true')
  return { dialog, hold, binding: { kind, name } }
}

export const auditOf = async (page: Page, name: string) =>
  (await (await page.request.get(`/api/v1/audit?q=target:${name}`)).json()).rows as unknown[]
