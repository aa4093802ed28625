import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { CONFIG_MAPS, resourcePath } from '#lib/garden/resources/resource.ts'
import { expectAccessible } from '../support/axe.ts'
import { SESSION_SECRET } from '../support/landscape.ts'
import { NAMESPACE } from '../support/landscape-accounts.ts'
import { withOwnConsole } from '../support/own-console.ts'
import { expect, test } from '../support/test.ts'

// Each test builds on the revisions of the previous one.
test.describe.configure({ mode: 'serial' })

withOwnConsole(() => ({ HAP_SESSION_SECRET: SESSION_SECRET }), 'embedded')

const PLANS = ['azure', 'gcp', 'trial -> S', 'sap-converged-cloud -> HR, S', 'azure_lite', 'preview', 'free']
const document = (...rules: readonly string[]) => `rule:\n${[...rules, ...PLANS].map(rule => `- ${rule}\n`).join('')}`
const FIRST = document('aws', 'aws(PR=cf-eu11) -> EU')
const CASES = `cases:
  - name: EU stays EU
    request: { plan: aws, platformRegion: cf-eu11 }
    expect: { pool: aws~eu }
`

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const dialog = (page: Page) => page.getByRole('dialog')
const inDialog = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name })
const drift = (page: Page) => page.getByRole('region', { name: 'Published copies' })

/** Replaces the draft in the editor. */
async function draft(page: Page, text: string): Promise<void> {
  await tab(page, 'Editor').click()
  await page.getByRole('textbox', { name: 'Rules', exact: true }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
  await expect(page.getByText('Unpublished draft')).toBeVisible()
}

async function openPublish(page: Page, reason: string): Promise<void> {
  await button(page, 'Publish').click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill(reason)
}

async function inForce(page: Page, number: number): Promise<void> {
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText(`Revision ${number} is in force.`).last()).toBeVisible()
}

/** Edits the ConfigMap like a user of kubectl. */
function editByHand(garden: GardenClient, text: string) {
  const path = resourcePath({ resource: CONFIG_MAPS, namespace: NAMESPACE, name: 'hap-rules' })
  return garden.request({
    doing: 'edit the ConfigMap by hand',
    permission: null,
    method: 'PATCH',
    path: `${path}?fieldManager=kubectl-edit`,
    contentType: 'application/merge-patch+json',
    body: JSON.stringify({ data: { 'hapRule.yaml': text } }),
  })
}

test('runs on the embedded database', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/settings')
  await expect(page.getByRole('region', { name: 'Landscape and console' })).toContainText(
    /embedded PostgreSQL, for one process\s*\d+\.\d+/,
  )
})

test('a checked draft is published with its impact in view, and the ConfigMap is updated', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/rules?tab=revisions')
  await expect(page.getByRole('heading', { name: 'No revisions yet' })).toBeVisible()
  await draft(page, FIRST)
  await openPublish(page, 'EU needs its own')
  await expect(dialog(page).getByRole('list', { name: 'Impact on clusters' })).toBeVisible()
  await expectAccessible(page)
  await inDialog(page, 'Publish revision 1').click()
  await inForce(page, 1)
  await expect(page.getByText('Unpublished draft')).toBeHidden()
  await tab(page, 'Revisions').click()
  await expect(drift(page)).toContainText(`ConfigMap hap-rules in ${NAMESPACE} has revision 1.`)
  await expect(page.getByRole('list', { name: 'Revisions' })).toContainText('EU needs its own')
})

test('a revision published in the meantime is shown in the dialog beside the draft, and the input is kept', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/rules')
  await draft(page, document('aws', 'aws(PR=cf-eu11) -> EU', 'aws(PR=cf-us10)'))
  await openPublish(page, 'mine')
  const theirs = await page.context().newPage()
  await theirs.goto('/rules')
  await draft(theirs, document('aws', 'aws(PR=cf-eu11) -> EU', 'gcp(PR=cf-sa30) -> PR'))
  await openPublish(theirs, 'theirs')
  await inDialog(theirs, 'Publish revision 2').click()
  await inForce(theirs, 2)
  await theirs.close()

  await expect(dialog(page)).toContainText('Revision 2 was published while you were editing')
  await expect(dialog(page)).toContainText('“theirs”')
  await expect(dialog(page)).toContainText('gcp(PR=cf-sa30) -> PR')
  await expect(dialog(page)).toContainText('aws(PR=cf-us10)')
  await expect(inDialog(page, 'Publish revision 2')).toHaveAccessibleDescription(
    /Revision 2 was published while you were editing/,
  )
  await expectAccessible(page)
  await expect(dialog(page).getByRole('textbox', { name: 'Reason' })).toHaveValue('mine')
})

test('a failing case blocks a publication until an admin justifies it, and the revision stores both', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/rules?tab=cases')
  await button(page, 'Import YAML').click()
  await dialog(page).getByRole('textbox', { name: 'Cases' }).fill(CASES)
  await inDialog(page, 'Import').click()
  await expect(dialog(page)).toBeHidden()
  await draft(page, document('aws'))
  await expect(page.getByText('1 case failing')).toBeVisible()
  await openPublish(page, 'EU is closed')
  await expect(dialog(page)).toContainText('EU stays EU')
  await expect(inDialog(page, 'Publish revision 3')).toHaveAccessibleDescription(/Explain why to publish/)
  await dialog(page)
    .getByRole('textbox', { name: 'Why publish despite failing cases?' })
    .fill('cf-eu11 moves next week')
  await inDialog(page, 'Publish revision 3').click()
  await inForce(page, 3)

  await page.goto('/rules/revisions/3')
  await expect(page.getByText('cf-eu11 moves next week')).toBeVisible()
  const cases = page.getByRole('region', { name: 'Pinned cases' })
  await expect(cases.getByRole('row', { name: /failed EU stays EU/ })).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    cases.getByRole('link', { name: 'Export cases' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('cases-3.yaml')
  expect(readFileSync(await download.path(), 'utf8')).toBe(CASES)
  for (const [name, file] of [
    ['Export original text', 'rules-as-written-3.yaml'],
    ['Export normalized YAML', 'rules-3.yaml'],
  ] as const) {
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name }).click()
    expect((await saved).suggestedFilename()).toBe(file)
  }
})

test('rolling back publishes the rules of an older revision under a new number', async ({ page, signIn }) => {
  await signIn('operator')
  await page.goto('/rules/revisions/1')
  await expect(button(page, 'Roll back to this revision')).toHaveAccessibleDescription(
    'Requires the admin role. Ask an administrator for it.',
  )
  await signIn('admin')
  await page.goto('/rules/revisions/1?from=9999')
  await expect(page.getByText('Revision 9999 does not exist.')).toBeVisible()
  await button(page, 'Roll back to this revision').click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('EU is open again')
  await expect(dialog(page)).toContainText('aws(PR=cf-eu11) -> EU')
  await inDialog(page, 'Publish as revision 4').click()
  await inForce(page, 4)
  await page.goto('/rules/revisions/4')
  await expect(page.getByText('Restores revision 1.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Rule changes vs. revision 3' })).toContainText('-> EU')
  await page.getByRole('combobox', { name: 'Compared with' }).selectOption('Revision 1')
  await expect(page).toHaveURL('/rules/revisions/4?from=1')
  await expect(page.getByRole('region', { name: 'Rule changes vs. revision 1' })).toContainText(
    'The rules are the same.',
  )
  await page.getByRole('combobox', { name: 'Compared with' }).selectOption('Previous rules')
  await expect(page.getByRole('region', { name: 'Rule changes vs. the previous rules' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('region', { name: 'Rule changes vs. revision 1' })).toBeVisible()
})

test('rolling back to rules with failing cases shows the cases and requires a justification', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/rules/revisions/3')
  await button(page, 'Roll back to this revision').click()
  await expect(dialog(page)).toContainText('EU stays EU')
  await expect(dialog(page).getByRole('textbox', { name: 'Why publish despite failing cases?' })).toBeVisible()
  await expect(dialog(page)).toContainText('Missing: a reason, justification')
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('EU is closed again')
  await expect(dialog(page)).toContainText('Missing: justification')
})

test('a ConfigMap edited by hand is reported on every tab, and overwritten after a review', async ({
  page,
  signIn,
  garden,
}) => {
  await signIn('admin')
  await page.goto('/rules?tab=revisions')
  await expect(drift(page)).toContainText('has revision 4.')
  await tab(page, 'Editor').click()
  await editByHand(garden, 'rule:\n  - aws -> S\n')
  await expect(page.getByRole('link', { name: 'ConfigMap differs' })).toBeHidden()
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await page.getByRole('link', { name: 'ConfigMap differs' }).click()
  await expect(drift(page)).toContainText('is not revision 4: it was changed by hand (kubectl-edit)')
  await page.goto('/')
  await page.getByRole('link', { name: 'Published rules: ConfigMap differs' }).click()
  await expect(drift(page)).toContainText('is not revision 4')
  await expectAccessible(page)
  await expect(drift(page)).toContainText(/Checked \d+ s ago/)
  await button(page, 'Write ConfigMap').click()
  await editByHand(garden, 'rule:\n  - aws -> EU\n')
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('as published')
  await inDialog(page, 'Write ConfigMap').click()
  await expect(dialog(page).getByRole('alert')).toContainText('changed again. Review the difference')
  await expect(dialog(page)).toContainText('aws -> EU')
  await inDialog(page, 'Write ConfigMap').click()
  await expect(dialog(page)).toBeHidden()
  await expect(drift(page)).toContainText('has revision 4.')
  await expect(page.getByRole('link', { name: 'ConfigMap differs' })).toBeHidden()
})
