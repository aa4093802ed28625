import { readFile } from 'node:fs/promises'
import type { Role } from '#lib/auth/roles.ts'
import { expect, test } from './test.ts'

/** Lists with a search and an order, and the API address of the same rows. */
export const LISTS = [
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

/** Tests that a role exports every row that the search of a list finds. */
export function testSavedList(role: Role, { name, address, api }: (typeof LISTS)[number]): void {
  test(`${role}: the export of ${name} contains every row that the search finds`, async ({ page, signIn }) => {
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

/** Chosen columns of a list, and the first line of its file. */
export const CHOSEN_COLUMNS = [
  {
    name: 'bindings',
    cols: 'name,pool,tenant',
    head: 'name,hyperscaler_type,eu_access,shared,global_account',
  },
  { name: 'shoots', cols: 'name,ga,known', head: 'name,global_account,known_to,hibernated,deleting' },
  { name: 'pools', cols: 'name,tenants', head: 'provider,hyperscaler_type,eu_access,shared,global_accounts' },
  { name: 'global-accounts', cols: 'id,accounts,given-back', head: 'global_account,accounts,released' },
  { name: 'audit', cols: 'action,tenant,outcome', head: 'entry,action,targets,outcome' },
] as const

/** Tests that the page of a list exports the visible columns. */
export function testExportedColumns({ name, cols, head }: (typeof CHOSEN_COLUMNS)[number]): void {
  test(`the page of ${name} exports the visible columns`, async ({ page, signIn }) => {
    await signIn('viewer')
    // A new audit log needs an entry to export.
    if (name === 'audit') await page.request.post('/api/v1/claims', { data: {} })
    await page.goto(`/${name}?cols=${cols}`)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export CSV' }).click()
    const text = await readFile(await (await download).path(), 'utf8')
    expect(text.split('\r\n', 1)[0]).toBe(head)
  })
}

/** Tests that an empty list and an invalid search cannot be exported. */
export function testNoExport(name: string): void {
  test(`the page of ${name} disables the export of an empty list and of an invalid search`, async ({
    page,
    signIn,
  }) => {
    await signIn('viewer')
    await page.goto(`/${name}?q=nofield:x`)
    await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveAccessibleDescription('Invalid search.')
    await page.goto(`/${name}?q=no-such-name`)
    await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveAccessibleDescription('Nothing to export.')
  })
}
