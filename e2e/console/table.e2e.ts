import { readFile } from 'node:fs/promises'
import { LISTS, testColumns } from '../support/columns-menu.ts'
import { expect, test } from '../support/test.ts'

testColumns(LISTS[0])

test('an export has the chosen columns and rejects unknown ones', async ({ page, signIn }) => {
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
