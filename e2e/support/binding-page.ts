import type { Page } from '@playwright/test'
import type { BindingRow } from '#lib/queries/bindings/binding-list.ts'
import { expect } from './test.ts'

export const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name })
export const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Opens the first binding that a search finds. */
export async function openFirst(page: Page, q: string): Promise<BindingRow> {
  const answer = await page.request.get('/api/v1/bindings', { params: { q, limit: 1 } })
  const [row]: BindingRow[] = (await answer.json()).rows
  if (!row) throw new Error(`The landscape has no binding that ${q} finds.`)
  await page.goto(`/bindings/${row.kind}/${row.name}`)
  await expect(page.getByRole('heading', { level: 1, name: row.name })).toBeVisible()
  return row
}

/** Addresses below `/` and `/api/v1/` without a binding. */
export const ABSENT_BINDINGS: readonly string[] = (
  [
    ['CredentialsBinding', 'nothing'],
    ['SecretBinding', 'sap-aws-skr-cust-00013'],
    ['credentialsbinding', 'sap-aws-skr-cust-00013'],
    ['Secret', 'sap-aws-skr-cust-00013'],
    ['toString', 'sap-aws-skr-cust-00013'],
    ['__proto__', '__proto__'],
    ['CredentialsBinding', 'x,shared=true'],
    ['CredentialsBinding', '../../api/v1/health'],
    ['CredentialsBinding', '..%2fhealth'],
    ['CredentialsBinding', 'x'.repeat(1_000)],
    ['CredentialsBinding', 'ünïcode-✓-𝔘'],
    ['CredentialsBinding', 'Sap-Aws-Skr-Cust-00013'],
    ['CredentialsBinding', ' sap-aws-skr-cust-00013'],
    ['CredentialsBinding', '<script>alert(1)</script>'],
  ] as const
).map(([kind, name]) => `bindings/${encodeURIComponent(kind)}/${encodeURIComponent(name)}`)
