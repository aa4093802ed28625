import type { Locator, Page } from '@playwright/test'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import { expectAccessible } from '../support/axe.ts'
import { idleBinding } from '../support/idle-binding.ts'
import { addBinding, relabel } from '../support/landscape-accounts.ts'
import { expect, test } from '../support/test.ts'

/** An account with two dirty bindings. A test names its twin itself: the console doubts a binding that is created again. */
async function dirtyPair(page: Page, garden: GardenClient, twin: string) {
  const { kind, name, tenant } = await idleBinding(page)
  const undo = await relabel(garden, kind, name, { tenantName: tenant, dirty: 'true', internal: null })
  const labels = { hyperscalerType: 'aws', tenantName: tenant, dirty: 'true' }
  const remove = await addBinding(garden, { name: twin, labels, of: name })
  await expect.poll(() => Promise.all([stateOf(page, twin), stateOf(page, name)])).toEqual(['dirty', 'dirty'])
  return { kind, name, restore: () => remove().then(undo) }
}

async function openConfirmClean(page: Page, { kind, name }: Pick<BindingRef, 'kind' | 'name'>): Promise<Locator> {
  await page.goto(`/bindings/${kind}/${name}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: /^Confirm clean/ }).click()
  return page.getByRole('dialog')
}

test('two dirty bindings of one account are confirmed clean from the page of one', async ({ page, garden, signIn }) => {
  const twin = 'e2e-twin'
  await signIn('operator')
  const { kind, name, restore } = await dirtyPair(page, garden, twin)
  try {
    const dialog = await openConfirmClean(page, { kind, name })
    await expect(dialog).toContainText(`${twin}, which refers to the same account, is confirmed clean too`)
    await expect(dialog).toContainText('Another global account may get the account.')
    await expect(dialog).toContainText(`${kind} garden-kyma-prod/${twin}`)
    await expect(dialog).toContainText('The API server accepts these changes.')
    await expectAccessible(page)
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('the account was looked through')
    await dialog.getByRole('textbox', { name: 'Type the binding name' }).fill(name)
    await dialog.getByRole('button', { name: 'Confirm clean', exact: true }).click()
    await expect(page.getByText(`${name} was confirmed clean.`)).toBeVisible()
    await expect(page.getByText(`${twin} of the same account is free too.`)).toBeVisible()
    await expect.poll(() => Promise.all([stateOf(page, name), stateOf(page, twin)])).toEqual(['free', 'free'])
    const { rows } = await (await page.request.get('/api/v1/audit?q=outcome:accepted&limit=3')).json()
    expect(rows).toMatchObject(
      ['unhold', 'confirm-clean', 'confirm-clean'].map(action => ({
        action,
        reason: 'the account was looked through',
      })),
    )
  } finally {
    await restore()
  }
})

test('what somebody else changes at the other binding meanwhile is shown first, and nothing typed is lost', async ({
  page,
  garden,
  signIn,
}) => {
  const twin = 'e2e-twin-changed'
  await signIn('operator')
  const { kind, name, restore } = await dirtyPair(page, garden, twin)
  try {
    const dialog = await openConfirmClean(page, { kind, name })
    await expect(dialog).toContainText('The API server accepts these changes.')
    const reason = dialog.getByRole('textbox', { name: 'Reason' })
    await reason.fill('the account was looked through')
    await dialog.getByRole('textbox', { name: 'Type the binding name' }).fill(name)
    await relabel(garden, kind, twin, { 'e2e-note': 'moved' })
    const submit = dialog.getByRole('button', { name: 'Confirm clean', exact: true })
    await submit.click()
    await expect(dialog).toContainText('Another binding of this account changed in the meantime.')
    await expect(dialog).toContainText('added: e2e-note: moved')
    await expect(submit).toHaveAccessibleDescription('Review what changed first.')
    await expect(reason).toHaveValue('the account was looked through')
    expect(await Promise.all([stateOf(page, name), stateOf(page, twin)])).toEqual(['dirty', 'dirty'])
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Continue with this', exact: true }).click()
    await expect(dialog).not.toContainText('changed in the meantime')
    await submit.click()
    await expect(page.getByText(`${name} was confirmed clean.`)).toBeVisible()
    await expect.poll(() => Promise.all([stateOf(page, name), stateOf(page, twin)])).toEqual(['free', 'free'])
  } finally {
    await restore()
  }
})

async function stateOf(page: Page, name: string): Promise<string | undefined> {
  const answer = await page.request.get(`/api/v1/bindings/CredentialsBinding/${name}`)
  return answer.ok() ? (await answer.json()).row.state : undefined
}
