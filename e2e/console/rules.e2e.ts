import { addRule, button, editor, findings, tab } from '../support/rules-page.ts'
import { expect, test } from '../support/test.ts'

test('problems of a rule are shown while typing, fixes resolve them, and the draft survives a reload', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/rules')
  await expect(editor(page)).toContainText('aws(PR=cf-eu11) -> EU')
  await expect(page.getByText('No problems')).toBeVisible()

  await addRule(page, 'aws(HR=eu-west-1) -> HR')
  await expect(findings(page)).toContainText('Rules 2 and 12 conflict: both match')
  await findings(page)
    .getByRole('button', { name: /^Add aws\(PR=cf-eu11, HR=eu-west-1\)/ })
    .click()
  await expect(editor(page)).toContainText('aws(PR=cf-eu11, HR=eu-west-1) -> HR, EU')
  await expect(findings(page)).toBeHidden()
  await addRule(page, 'azur')
  await expect(findings(page)).toContainText('Unknown plan azur.')
  await page.keyboard.press('F8')
  await expect(page.locator('.cm-announced')).toContainText('error: Unknown plan azur.')
  await page.keyboard.press('Control+.')
  await expect(findings(page)).toContainText('has the same inputs as rule 3')
  await findings(page).getByRole('button', { name: 'Remove rule 14' }).click()
  await expect(findings(page)).toBeHidden()

  await tab(page, 'Import legacy properties').click()
  await tab(page, 'Editor').click()
  await editor(page).focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(findings(page)).toContainText('has the same inputs as rule 3')
  await page.keyboard.press('ControlOrMeta+y')
  await expect(page.getByText('Unpublished draft')).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(editor(page)).toContainText('aws(PR=cf-eu11, HR=eu-west-1) -> HR, EU')
  }).toPass()
  await button(page, 'Discard').click()
  await button(page, 'Discard changes').click()
  await expect(editor(page)).not.toContainText('eu-west-1')
  await expect(page.getByText('Unpublished draft')).toBeHidden()
})

test('the editor is loaded only when its tab is opened', async ({ page, signIn }) => {
  const scripts: Promise<string>[] = []
  page.on('response', response => {
    if (response.request().resourceType() === 'script') scripts.push(response.text())
  })
  const withEditor = async () => (await Promise.all(scripts)).filter(script => script.includes('cm-scroller')).length
  await signIn('viewer')
  await page.goto('/rules?tab=cases')
  await expect(page.getByText('No cases pinned')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect([scripts.length > 5, await withEditor()]).toEqual([true, 0])
  await tab(page, 'Editor').click()
  await expect(editor(page)).toBeVisible()
  expect(await withEditor()).toBeGreaterThan(0)
})
