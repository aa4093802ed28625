import type { Page } from '@playwright/test'
import { box, rows } from '../support/audit-page.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

const panel = (page: Page, name: string) => page.getByRole('region', { name })

/** Puts a free binding on hold on its page, and ends the hold. */
async function holdAndEnd(page: Page, reason: string): Promise<{ readonly kind: string; readonly name: string }> {
  const answer = await page.request.get('/api/v1/bindings?q=state:free+kind:CredentialsBinding&limit=1')
  const [{ kind, name }] = (await answer.json()).rows
  await page.goto(`/bindings/${kind}/${name}`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Hold', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await dialog.getByRole('textbox', { name: 'Ticket' }).fill('https://tickets.example.com/OPS-7')
  await dialog.getByRole('button', { name: 'Hold', exact: true }).click()
  await expect(page.getByText(`${name} was put on hold.`)).toBeVisible()
  await page.getByRole('button', { name: 'End hold', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('seen enough')
  await dialog.getByRole('button', { name: 'End hold' }).click()
  await expect(page.getByText(`${name} was taken off hold.`)).toBeVisible()
  return { kind, name }
}

test('operator: an action is found with its reason and its changes, and is in the timeline', async ({
  page,
  signIn,
}) => {
  await signIn('operator')
  const { kind, name } = await holdAndEnd(page, 'peering is looked at')
  await page.getByRole('link', { name: 'Audit', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeFocused()
  await expect(rows(page).first()).toContainText('End hold')
  await expect(page.getByText('Chain verified')).toBeVisible()
  await box(page).fill('PEERING is ')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).first()).toContainText('Done')
  await expect(rows(page).first()).toContainText('free → held')
  await expect(rows(page).first().getByRole('link', { name })).toHaveAttribute('href', `/bindings/${kind}/${name}`)

  await rows(page).first().getByRole('link', { name: 'Hold', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Hold' })).toBeFocused()
  await expect(panel(page, 'Changes')).toContainText('added: dirty: held')
  await expect(panel(page, 'Request')).toContainText('peering is looked at')
  await expect(page.getByRole('link', { name: 'https://tickets.example.com/OPS-7' })).toHaveAttribute('rel', /noopener/)
  await expect(panel(page, 'Outcome')).toContainText('recorded by')
  await expectAccessible(page)
  await page.goBack()
  await expect(page).toHaveURL('/audit?q=PEERING+is')
  await expect(rows(page)).toHaveCount(1)

  await box(page).fill(`action:"end hold" by:omar when:1h ${name} `)
  await expect(rows(page)).toHaveCount(1)

  await page.goto(`/bindings/${kind}/${name}`)
  await page.getByRole('tab', { name: 'Timeline' }).click()
  const timeline = page.getByRole('tabpanel', { name: 'Timeline' })
  const line = (action: string) =>
    timeline.getByRole('listitem').filter({ has: page.getByRole('link', { name: action, exact: true }) })
  await expect(line('Hold')).toContainText('Free → Held')
  await expect(line('End hold')).toContainText('Held → Free')
  await expect(line('End hold')).toContainText('seen enough')
  await expect(timeline).toContainText('peering is looked at')
  await expect(timeline.getByText(/^Recorded since 20.* earlier owners are not recorded\.$/)).toBeVisible()
  await timeline.getByRole('link', { name: 'End hold' }).click()
  await expect(panel(page, 'Request')).toContainText('seen enough')
})

test('signed out: neither page nor data is accessible', async ({ page }) => {
  await page.goto('/audit?q=outcome:refused')
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('returnTo') === '/audit?q=outcome:refused')
  for (const address of ['', '/1', '/news?after=0', '/export?format=json'])
    expect((await page.request.get(`/api/v1/audit${address}`)).status(), address).toBe(401)
})

test('viewer: a request that the role forbids is recorded', async ({ page, signIn }) => {
  await signIn('viewer')
  const claim = {
    plan: 'aws',
    platformRegion: 'cf-eu10',
    hyperscalerRegion: 'eu-central-1',
    globalAccount: 'ga-viewer',
  }
  const headers = { 'idempotency-key': 'viewer-1', 'x-request-id': 'by-a-viewer' }
  expect((await page.request.post('/api/v1/claims', { headers, data: claim })).status()).toBe(403)
  await page.goto('/audit?q=request:by-a-viewer')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).first()).toContainText('Requires the operator role.')
  await expect(rows(page).first()).toContainText('Refused')
})
