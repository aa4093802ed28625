import { readFile } from 'node:fs/promises'
import { columns, head, item } from '../support/columns-menu.ts'
import { expect, test } from '../support/test.ts'

const LISTS = [
  {
    address: '/bindings',
    extra: 'EU access',
    usual: 'Pool',
    cols: 'name,kind,eu,state,for,tenant,account,shoots,others,age',
  },
  {
    address: '/pools',
    extra: 'Dirty',
    usual: 'Rules that lead here',
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

for (const { address, extra, usual, cols } of LISTS) {
  test(`${address}: columns come and go by keyboard, stay in the address, and can be reset`, async ({
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

test('a file has the columns that are chosen, and refuses what is none', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/bindings?q=state:dirty&cols=name,pool,for')
  const saved = async (format: 'CSV' | 'JSON') => {
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: `Export ${format}` }).click()
    return readFile(await (await download).path(), 'utf8')
  }
  expect((await saved('CSV')).split('\r\n', 1)).toEqual([
    'name,hyperscaler_type,eu_access,shared,since,since_is_first_look',
  ])
  const [first] = JSON.parse(await saved('JSON'))
  expect(Object.keys(first)).toEqual(['key', 'name', 'pool', 'since', 'sinceIsFirstLook'])
  for (const list of ['bindings', 'shoots', 'pools', 'global-accounts', 'audit']) {
    const answer = await page.request.get(`/api/v1/${list}/export?format=csv&cols=nonsense`)
    expect(answer.status(), list).toBe(400)
    expect((await answer.json()).detail).toMatch(/^The list has no column "nonsense"\. It has [a-z]+, /)
  }
})
