import { addRule, button, editor, findings, tab } from '../support/rules-page.ts'
import { expect, test } from '../support/test.ts'

test('ten thousand rules are evaluated in a worker and do not block typing', async ({ page, context, signIn }) => {
  await signIn('viewer')
  await page.goto('/rules')
  await expect(editor(page)).toContainText('aws(PR=cf-eu11) -> EU')
  const rules = Array.from({ length: 10_000 }, (_, number) => `    - aws(PR=cf-r${number}) -> EU\n`)
  const buffer = Buffer.from(`hap:\n  rule:\n    - aws\n    - gcp\n${rules.join('')}`)
  await page.getByLabel('File with rules').setInputFiles({ name: 'values.yaml', mimeType: 'text/yaml', buffer })
  await expect(findings(page)).toContainText('The file has 10,002 rules.')

  const [worker] = page.workers()
  if (!worker) throw new Error('The page has no worker.')
  // Blocks the worker until the end of the test.
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await context.route('**/held', async route => {
    held.resolve()
    await released.promise
    await route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  const evaluating = worker.evaluate(() => {
    const scope = self as unknown as { readonly importScripts: (address: string) => void }
    scope.importScripts('/held')
  })
  await held.promise
  await addRule(page, 'azur')
  await expect(editor(page)).toContainText('- azur')
  await tab(page, 'Cases').click()
  await expect(page.getByText('No cases pinned')).toBeVisible()
  await tab(page, 'Editor').click()
  await expect(editor(page)).toContainText('- azur')
  await expect(findings(page)).not.toContainText('Unknown plan azur.')
  released.resolve()
  await evaluating
  await expect(findings(page)).toContainText('Unknown plan azur.')
  await editor(page).focus()
  await page.keyboard.press('Control+.')
  await expect(editor(page)).toContainText('- azure')
  await expect(findings(page)).not.toContainText('Unknown plan')
})

test('when the rule evaluation fails to load, the page says so and keeps the input', async ({
  page,
  signIn,
  noise,
}) => {
  noise.expect(/Failed to load resource/)
  await page.route('**/turbopack-worker-*', route => route.abort())
  await signIn('viewer')
  await page.goto('/rules')
  const notice = page.getByRole('alert').filter({ hasText: 'The rule evaluation could not be loaded' })
  await expect(notice).toBeVisible()
  await addRule(page, 'azur')
  await expect(findings(page)).toContainText('Unknown plan azur.')
  await expect(notice).toBeVisible()
  await page.unroute('**/turbopack-worker-*')
  await notice.getByRole('button', { name: 'Reload' }).click()
  await expect(findings(page)).toContainText('Unknown plan azur.')
  await expect(editor(page)).toContainText('- azur')
  await expect(notice).toBeHidden()
})

test('plans, attributes and regions are completed; Escape and Tab leave the editor', async ({ page, signIn }) => {
  await signIn('operator')
  await page.goto('/rules')
  await addRule(page, 'gc')
  await page.keyboard.press('Control+ ')
  await page.getByRole('option', { name: /^gcp / }).click()
  await page.keyboard.type('(')
  await page.getByRole('option', { name: /^PR=/ }).click()
  await expect(page.getByRole('option', { name: /^cf-sa30/ })).toBeVisible()
  await page.keyboard.type('cf-us11) -> PR')
  await page.keyboard.press('Escape')
  await expect(page.getByText('hyperscalerType=gcp_cf-us11,!euAccess,shared!=true,!dirty,!tenantName')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(editor(page)).not.toBeFocused()
})

test('a values.yaml is opened and exported with selectors; an unreadable file is reported', async ({
  page,
  signIn,
}) => {
  await signIn('viewer')
  await page.goto('/rules')
  await expect(page.getByText('Publishing requires the admin role; your role is viewer.')).toBeVisible()
  const choose = (name: string, text: string) =>
    page.getByLabel('File with rules').setInputFiles({ name, mimeType: 'text/yaml', buffer: Buffer.from(text, 'utf8') })
  await choose('values.yaml', '\ufeff# ours\r\nhap:\r\n  rule:\r\n    - aws( PR=cf-eu11 )->EU # eu\r\n')
  await expect(editor(page)).toContainText('# ours')
  await expect(findings(page)).toContainText('These plans have no rule')
  await button(page, 'Format').click()
  await expect(editor(page)).toContainText('- aws(PR=cf-eu11) -> EU # eu')
  await findings(page)
    .getByRole('button', { name: /^Add 7 rules/ })
    .click()
  await expect(editor(page)).toContainText('- trial')
  await button(page, 'Export').click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download with selectors' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('values.yaml')
  const written = (await (await download.createReadStream()).toArray()).join('')
  expect(written).toContain(
    '    # hyperscalerType=aws,euAccess=true,shared!=true,!dirty,!tenantName\n    - aws(PR=cf-eu11) -> EU # eu\n',
  )
  await choose('picture.yaml', 'a\u0000b')
  await expect(page.getByText('picture.yaml: The file is binary.')).toBeVisible()
  await expect(editor(page)).toContainText('# ours')
})

test('the four legacy properties are translated into rules that are proved equal', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/rules?tab=four-rules')
  await page.getByRole('textbox', { name: /platformRegionRule/ }).fill('sharedRule: trail\neuAccessRule: aws:cf-eu11\n')
  await expect(findings(page)).toContainText('Unknown plan trail. Did you mean trial?')
  await page.getByRole('textbox', { name: /platformRegionRule/ }).fill('sharedRule: trial\neuAccessRule: aws:cf-eu11\n')
  await expect(page.getByText(/^Equal for all [\d,]+ combinations/)).toBeVisible()
  await button(page, 'Use in editor').click()
  await expect(editor(page)).toContainText('- trial -> S')
  await expect(page.getByText('Unpublished draft')).toBeVisible()
})
