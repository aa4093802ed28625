import type { Page } from '@playwright/test'
import type { BindingKind } from '#lib/hap/pools/binding.ts'
import { interceptAction } from './intercept-action.ts'
import { expect } from './test.ts'

export const dialog = (page: Page) => page.getByRole('dialog')
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
export const moreActions = (page: Page) => button(page, 'More actions')
export const more = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name })

export async function open(page: Page, { kind, name }: { kind: BindingKind; name: string }): Promise<void> {
  await page.goto(`/bindings/${kind}/${name}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/**
 * Prepares a hold up to its submission and intercepts the call. Returns a function that sends the call with other
 * headers.
 */
export function interceptHold(page: Page, binding: Parameters<typeof open>[1], reason: string) {
  return interceptAction(page, {
    before: async () => {
      await open(page, binding)
      await button(page, 'Hold').click()
      await dialog(page).getByRole('textbox', { name: 'Reason' }).fill(reason)
      await expect(dialog(page)).toContainText(`added: hap.kyma-project.io/hold: "${reason}"`)
    },
    act: () => inDialog(page, 'Hold').click(),
  })
}
