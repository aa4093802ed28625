import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { createDatabase } from '../../test/store/postgres/server-database.ts'
import { startPostgres } from '../../test/store/postgres/start-postgres.ts'
import { button, dialog, inDialog, open, scope } from '../support/allowlist-page.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { startOtherConsole } from '../support/other-console.ts'
import { signInByPage } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

/** Inserts the row of the migration in a database of the release before with claims. */
async function insertFormerDefault(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `INSERT INTO multi_account_revision (version, allowed, limits, min_bindings_for_guard, at, actor, reason)
     VALUES (0, '{*}', '{"default": 3, "providers": {"aws": 180}}', 0, now(), 'hap-console', 'In force before.')`,
  )
  await client.end()
}

const banner = (page: Page) => page.getByText('Allowlist and limits are those in force before the upgrade.')
const attention = (page: Page) => page.getByRole('link', { name: /Unconfirmed allowlist/ })

test('after an upgrade without settings an admin confirms the former default, and a new console starts with off', async ({
  browser,
  landscape,
}) => {
  const postgres = await startPostgres()
  const kubeconfig = readFileSync(landscape.adminKubeconfig, 'utf8')
  const url = await createDatabase(postgres.url, 'none')
  const withoutFile = { HAP_MULTI_ACCOUNT_FILE: '' }
  const fresh = await startOtherConsole(kubeconfig, { DATABASE_URL: url, ...withoutFile })
  const page = await browser.newPage({ baseURL: fresh.url })
  try {
    await signInByPage(page, 'admin')
    await open(page)
    await expect(scope(page, 'None')).toBeChecked()
    await expect(button(page, 'Confirm settings')).toHaveCount(0)
  } finally {
    await page.close()
    await fresh.stop()
  }
  await insertFormerDefault(url)
  const upgraded = await startOtherConsole(kubeconfig, { DATABASE_URL: url, ...withoutFile })
  const after = await browser.newPage({ baseURL: upgraded.url })
  try {
    await signInByPage(after, 'admin')
    await expect(banner(after)).toBeVisible()
    await expect(attention(after)).toContainText(/off would affect \d+ global accounts/)
    await attention(after).click()
    await expect(scope(after, 'All')).toBeChecked()
    await expectAccessibleInBothThemes(after)
    await button(after, 'Confirm settings').click()
    await expect(dialog(after)).toContainText('Version 2 will keep the settings of version 1.')
    await dialog(after).getByRole('textbox', { name: 'Reason' }).fill('all global accounts may own multiple accounts')
    await inDialog(after, 'Save version 2').click()
    await expect(after.getByText('Version 2 is in force.')).toBeVisible()
    await expect(button(after, 'Confirm settings')).toHaveCount(0)
    await expect(banner(after)).toHaveCount(0)
  } finally {
    await upgraded.stop()
    await postgres.stop()
  }
})
