import { readFile } from 'node:fs/promises'
import { LISTS, testSavedList } from '../support/export-lists.ts'
import { expect, test } from '../support/test.ts'

/** Columns that somebody chose, and what their file begins with. */
const CHOSEN = [
  ['bindings', 'name,pool,tenant', 'name,hyperscaler_type,eu_access,shared,global_account'],
  ['shoots', 'name,ga,known', 'name,global_account,known_to,hibernated,deleting'],
  ['pools', 'name,tenants', 'provider,hyperscaler_type,eu_access,shared,global_accounts'],
  ['global-accounts', 'id,accounts,given-back', 'global_account,accounts,released'],
  ['audit', 'action,tenant,outcome', 'entry,action,targets,outcome'],
] as const

for (const [name, cols, head] of CHOSEN) {
  test(`the file of ${name} has the columns that the page shows`, async ({ page, signIn }) => {
    await signIn('viewer')
    // Something to export, also in a new audit log.
    if (name === 'audit') await page.request.post('/api/v1/claims', { data: {} })
    await page.goto(`/${name}?cols=${cols}`)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export CSV' }).click()
    const text = await readFile(await (await download).path(), 'utf8')
    expect(text.split('\r\n', 1)[0]).toBe(head)
  })
}

for (const list of LISTS) testSavedList('viewer', list)

for (const { name } of LISTS)
  test(`the file of ${name}: nobody who is signed out, no search that is not understood`, async ({ page, signIn }) => {
    const file = `/api/v1/${name}/export`
    expect((await page.request.get(`${file}?format=csv`)).status()).toBe(401)
    await signIn('viewer')
    for (const query of ['format=xml', '', 'format=csv&q=nofield:x', `format=csv&sort=${'x'.repeat(41)}`]) {
      const answer = await page.request.get(`${file}?${query}`)
      expect(answer.status(), query).toBe(400)
      expect(await answer.json()).toMatchObject({ detail: expect.stringMatching(/\w/) })
    }
    await page.goto(`/${name}?q=nofield:x`)
    await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveAccessibleDescription(
      'The search has an error.',
    )
    await page.goto(`/${name}?q=no-such-name`)
    await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveAccessibleDescription(
      'There is nothing to export.',
    )
  })
