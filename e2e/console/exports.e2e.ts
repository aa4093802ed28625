import { readFile } from 'node:fs/promises'
import { ROLES } from '#lib/auth/roles.ts'
import { expect, test } from '../support/test.ts'

/** A list with a search and an order, and how many rows it then has. */
const LISTS = [
  {
    name: 'bindings',
    address: '/bindings?q=state:dirty&sort=-age',
    api: '/api/v1/bindings?q=state:dirty&sort=-age&limit=100',
  },
  {
    name: 'shoots',
    address: '/shoots?q=type:gcp_cf-sa30&sort=-when',
    api: '/api/v1/shoots?q=type:gcp_cf-sa30&sort=-when&limit=100',
  },
  {
    name: 'global-accounts',
    address: '/global-accounts?q=over:>0&sort=-clusters',
    api: '/api/v1/global-accounts?q=over:>0&sort=-clusters&limit=100',
  },
  { name: 'pools', address: '/pools?q=provider:aws', api: '/api/v1/pools?q=provider:aws' },
] as const

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

for (const { name, address, api } of LISTS) {
  for (const role of ROLES) {
    test(`${role}: what the list of ${name} finds is saved, all of it`, async ({ page, signIn }) => {
      await signIn(role)
      const listed = await (await page.request.get(api)).json()
      const rows = listed.rows ?? listed.groups.flatMap((group: { pools: unknown[] }) => group.pools)
      expect(rows.length).toBeGreaterThan(0)
      await page.goto(address)
      for (const format of ['CSV', 'JSON'] as const) {
        const download = page.waitForEvent('download')
        await page.getByRole('link', { name: `Export ${format}` }).click()
        const file = await download
        expect(file.suggestedFilename()).toMatch(new RegExp(`^hap-${name}-e2e-[\\dT-]+Z\\.${format.toLowerCase()}$`))
        const text = await readFile(await file.path(), 'utf8')
        if (format === 'JSON') expect(JSON.parse(text)).toEqual(rows)
        else expect(text.trimEnd().split('\r\n')).toHaveLength(rows.length + 1)
      }
    })
  }

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
}
