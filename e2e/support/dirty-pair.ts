import type { Locator, Page } from '@playwright/test'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import { idleBinding } from './idle-binding.ts'
import { addBinding, relabel } from './landscape-accounts.ts'
import { expect } from './test.ts'

/**
 * Creates an account with two dirty bindings. Each test names the second binding, because the console doubts
 * recreated bindings.
 */
export async function dirtyPair(page: Page, garden: GardenClient, twin: string) {
  const { kind, name, tenant } = await idleBinding(page)
  const undo = await relabel(garden, kind, name, { tenantName: tenant, dirty: 'true', internal: null })
  const labels = { hyperscalerType: 'aws', tenantName: tenant, dirty: 'true' }
  const remove = await addBinding(garden, { name: twin, labels, of: name })
  await expect.poll(() => Promise.all([stateOf(page, twin), stateOf(page, name)])).toEqual(['dirty', 'dirty'])
  return { kind, name, restore: () => remove().then(undo) }
}

export async function openConfirmClean(
  page: Page,
  { kind, name }: Pick<BindingRef, 'kind' | 'name'>,
): Promise<Locator> {
  await page.goto(`/bindings/${kind}/${name}`)
  await page.getByRole('button', { name: 'Confirm clean', exact: true }).click()
  return page.getByRole('dialog')
}

export async function stateOf(page: Page, name: string): Promise<string | undefined> {
  const answer = await page.request.get(`/api/v1/bindings/CredentialsBinding/${name}`)
  return answer.ok() ? (await answer.json()).row.state : undefined
}
