import type { Page } from '@playwright/test'
import type { BindingRow } from '#lib/queries/bindings/binding-list.ts'
import { expect } from './test.ts'

export const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name })
export const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Opens the first binding a search finds. */
export async function openFirst(page: Page, q: string): Promise<BindingRow> {
  const answer = await page.request.get('/api/v1/bindings', { params: { q, limit: 1 } })
  const [row]: BindingRow[] = (await answer.json()).rows
  if (!row) throw new Error(`The landscape has no binding that ${q} finds.`)
  await page.goto(`/bindings/${row.kind}/${row.name}`)
  await expect(page.getByRole('heading', { level: 1, name: row.name })).toBeVisible()
  return row
}
