import {
  box,
  button,
  consequences,
  dialog,
  exported,
  inDialog,
  limit,
  listed,
  open,
  scope,
} from '../support/allowlist-page.ts'
import { withOwnConsole } from '../support/own-console.ts'
import { FULL } from '../support/small-landscape.ts'
import { expect, test } from '../support/test.ts'

withOwnConsole(landscape => ({ HAP_MULTI_ACCOUNT_FILE: landscape.multiAccountFile }))

for (const role of ['viewer', 'operator'] as const) {
  test(`${role}: sees all settings and why they are read-only`, async ({ page, signIn }) => {
    await signIn(role)
    await open(page)
    await expect(page.getByText(`Changing them requires the admin role; your role is ${role}.`)).toBeVisible()
    await expect(page.getByRole('row', { name: /^aws 20 20, set for this provider/ })).toBeVisible()
    for (const name of ['Import YAML', 'Review and save'])
      await expect(button(page, name)).toHaveAccessibleDescription(
        'Requires the admin role. Ask an administrator for it.',
      )
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('radio')).toHaveCount(0)
    expect(await exported(page)).toContain('allowedGlobalAccounts: ["*"]')
  })
}

test('pasted ids are checked and saved with a reason, and the simulator uses them immediately', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await open(page)
  await scope(page, 'Listed').check()
  await box(page).fill(`${FULL}, ga-nobody-knows\n"${FULL}"\nga,shared=true\n${'z'.repeat(64)} グローバル`)
  await expect(page.getByText(/^“ga,shared=true”, “グローバル”: Not a label value/)).toBeVisible()
  await expect(page.getByText(/: 64 characters; a label value has at most 63\.$/)).toBeVisible()
  await expect(page.getByText('1 duplicate skipped.')).toBeVisible()
  await button(page, 'Add 2 ids').click()
  await expect(box(page)).toHaveValue(/^ga,shared=true\nz+\nグローバル$/)
  await expect(button(page, 'Review and save')).toHaveAccessibleDescription(
    'The input still contains text. Add the IDs or clear the input first.',
  )
  await box(page).fill('*')
  await expect(page.getByText('“*” means all global accounts. Choose “All” instead.')).toBeVisible()
  await box(page).fill('')
  await expect(listed(page).getByRole('row', { name: new RegExp(FULL) })).toContainText('known')
  await expect(listed(page).getByRole('row', { name: /ga-nobody-knows/ })).toContainText('unknown')

  const aws = limit(page, 'aws')
  for (const wrong of ['-1', '1e9', '1000000000', '2.5']) {
    await aws.fill(wrong)
    await expect(aws).toHaveAccessibleDescription('Enter a whole number from 0 to 999,999.')
    await expect(button(page, 'Review and save')).toHaveAccessibleDescription(
      'The limit of aws is not a whole number from 0 to 999,999.',
    )
  }
  await aws.fill('5')
  await expect(consequences(page)).toContainText(/Would no longer be allowed multiple accounts \d+ global accounts/)
  await expect(consequences(page)).toContainText('Next cluster would claim another account 1 global account')
  const concerned = page.getByRole('table', { name: 'Affected global accounts' })
  await expect(concerned.getByRole('row').filter({ hasText: 'over limit' }).first()).toContainText(FULL)

  await button(page, 'Review and save').click()
  await expect(dialog(page)).toContainText('removed: limits.aws: 20')
  await expect(dialog(page)).toContainText('added: limits.aws: 5')
  await expect(dialog(page)).toContainText('removed: allowedGlobalAccounts: "*"')
  await expect(dialog(page)).toContainText(`added: allowedGlobalAccounts: ${FULL}`)
  await expect(dialog(page)).toContainText('1 added id is not in the inventory: ga-nobody-knows. Check the spelling.')
  await expect(inDialog(page, 'Save version 1')).toHaveAccessibleDescription('A reason is required.')
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('pilot with one customer')
  await dialog(page).getByRole('textbox', { name: 'Ticket' }).fill('OPS-7')
  await inDialog(page, 'Save version 1').dblclick()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText('Version 1 is in force.')).toBeVisible()
  await expect(page.getByText('“pilot with one customer” (OPS-7)')).toBeVisible()
  await expect(button(page, 'Review and save')).toHaveAccessibleDescription('No changes.')

  await page.goto(`/simulator?plan=aws&ga=${FULL}`)
  await expect(page.getByRole('region', { name: 'Outcome' }).getByRole('heading', { level: 2 })).toHaveText(
    /^Would claim /,
  )
  await page.goto('/simulator?plan=aws&ga=nobody')
  await expect(page.getByText(/one account allowed$/i)).toBeVisible()

  await page.goto('/allowlist?tab=history')
  await expect(page.getByRole('region', { name: /^Version \d+/ })).toHaveCount(1)
  const first = page.getByRole('region', { name: /^Version 1/ })
  await expect(first).toContainText('pilot with one customer (OPS-7)')
  await expect(first).toContainText('Ada Admin')
  await expect(first).toContainText('removed: limits.aws: 20')
})
