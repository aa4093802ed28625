import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

export const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
export const columns = (page: Page) => page.getByRole('button', { name: 'Columns' })
export const item = (page: Page, name: string) => page.getByRole('menuitemcheckbox', { name, exact: true })
export const focus = (page: Page) => page.getByRole('button', { name: 'Freeze order', exact: true })

/** Lists with a column to show, a column to hide, and the address after both. */
export const LISTS = [
  {
    address: '/bindings',
    extra: 'EU access',
    usual: 'Pool',
    cols: 'name,kind,eu,state,for,tenant,account,shoots,others,age',
  },
  {
    address: '/pools',
    extra: 'Dirty',
    usual: 'Rules selecting this pool',
    cols: 'name,states,accounts,free,dirty,tenants,shoots,waiting,room',
  },
  {
    address: '/shoots',
    extra: 'Provider',
    usual: 'Region',
    cols: 'name,ga,plan,type,provider,binding,known,operation,when',
  },
  {
    address: '/global-accounts',
    extra: 'Released',
    usual: 'Allowlist',
    cols: 'id,types,accounts,clusters,fill,over,given-back,warnings',
  },
  {
    address: '/audit',
    extra: 'Role',
    usual: 'Reason',
    cols: 'action,outcome,target,tenant,changes,actor,role,at',
  },
] as const

/** Tests that columns are chosen by keyboard and stored in the address. */
export function testColumns({ address, extra, usual, cols }: (typeof LISTS)[number]): void {
  test(`${address}: columns are shown and hidden by keyboard, stored in the address, and reset`, async ({
    page,
    signIn,
  }) => {
    await signIn('viewer')
    await page.goto(address)
    await expect(head(page, usual)).toBeVisible()
    await columns(page).focus()
    await page.keyboard.press('Enter')
    await expect(item(page, usual)).toBeChecked()
    await page.keyboard.type(extra.slice(0, 1))
    while (!(await item(page, extra).evaluate(element => element === document.activeElement)))
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect(item(page, extra)).toBeChecked()
    await expect(head(page, extra)).toBeVisible()
    await page.keyboard.press('Home')
    while (!(await item(page, usual).evaluate(element => element === document.activeElement)))
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect(head(page, usual)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(columns(page)).toBeFocused()
    await expect(page).toHaveURL(`${address}?cols=${cols}`)

    await page.reload()
    await expect(head(page, extra)).toBeVisible()
    await expect(head(page, usual)).toHaveCount(0)
    await columns(page).click()
    await page.getByRole('menuitem', { name: 'Reset' }).click()
    await expect(head(page, usual)).toBeVisible()
    await expect(head(page, extra)).toHaveCount(0)
    await expect(page).toHaveURL(address)
  })
}
