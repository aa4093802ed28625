import { readFileSync } from 'node:fs'
import pg from 'pg'
import { startPostgres } from '../../test/store/postgres/start-postgres.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { startOtherConsole } from '../support/other-console.ts'
import { signInByPage } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

const DAYS = 20

/** Inserts a history in which some free accounts are claimed each day, and one becomes free every fourth day. */
async function insertHistory(url: string, poolKey: string, perDay: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `INSERT INTO state_change (at, kind, namespace, name, uid, account, pool_key, from_state, to_state, cause)
     SELECT now() - day * interval '1 day', 'CredentialsBinding', 'garden', 'remembered', 'u', 'a', $1, 'free', 'claimed', 'observed'
       FROM generate_series(1, $2::int) AS day, generate_series(1, $3::int)
     UNION ALL SELECT now() - day * interval '1 day', 'CredentialsBinding', 'garden', 'remembered', 'u', 'a', $1, 'verifying', 'free', 'observed'
       FROM generate_series(4, $2::int, 4) AS day`,
    [poolKey, DAYS, perDay],
  )
  await client.end()
}

test('claims and releases are charted and listed, and pools show their runway', async ({ browser, landscape }) => {
  test.setTimeout(300_000)
  const postgres = await startPostgres()
  const kubeconfig = readFileSync(landscape.adminKubeconfig, 'utf8')
  const console = await startOtherConsole(kubeconfig, { DATABASE_URL: postgres.url })
  const page = await browser.newPage({ baseURL: console.url })
  try {
    await signInByPage(page, 'viewer')
    const panel = page.getByRole('region', { name: 'Claims and releases' })
    await expect(panel).toContainText('0 claimed, 0 freed')
    await expect(panel).toContainText('not enough data for a runway yet')
    await expect(page.getByRole('table', { name: 'Capacity' })).toContainText('runway: not enough data yet')

    await insertHistory(postgres.url, 'azure', 2)
    await page.reload()
    await expect(panel).toContainText('40 claimed, 5 freed in 21 days')
    // The bars are rendered even before the chart library loads.
    await expect(panel.locator('svg rect').first()).toBeAttached()
    await panel.scrollIntoViewIfNeeded()
    await expect(panel.locator('.recharts-bar-rectangle').first()).toBeVisible()
    await expectAccessibleInBothThemes(page)

    await panel.getByText('Show as table').click()
    const days = page.getByRole('table', { name: 'Claims and releases per day' }).getByRole('row')
    await expect(days).toHaveCount(22)
    await expect(days.nth(2).getByRole('cell')).toHaveText(['2', '0'])
    await panel.getByRole('radio', { name: '7 d', exact: true }).check()
    await expect(panel).toContainText('12 claimed, 1 freed in 7 days')
    await expect(panel).not.toContainText('not enough data for a runway yet')
    await expect(page).toHaveURL('/?window=7')

    const runwayOf = async (window: number) => {
      const { runways } = await (await page.request.get('/api/v1/history', { params: { window } })).json()
      expect(runways.azure).toMatchObject({ kind: 'days' })
      return page.getByRole('row').filter({ hasText: `free · ${runways.azure.days} d` })
    }
    const azure = { name: 'azure', exact: true } as const
    await expect((await runwayOf(7)).getByRole('link', azure)).toBeVisible()
    await page.reload()
    await expect(panel.getByRole('radio', { name: '7 d', exact: true })).toBeChecked()
    await expect((await runwayOf(7)).getByRole('link', azure)).toBeVisible()
    await page.goto('/?window=8')
    await expect(panel.getByRole('radio', { name: '30 d', exact: true })).toBeChecked()

    // Lists use the rates of the alarms, which are read once a minute.
    await expect(async () => {
      await page.goto('/pools')
      await expect((await runwayOf(30)).getByRole('link', azure)).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: 120_000 })
    await page.goto('/pools/azure')
    await expect(page.getByText(/^runway \d+ days?: [\d.]+ more accounts claimed than freed per day/)).toBeVisible()
    await page.goto('/pools/azure?window=7')
    await expect(page.getByText(/^runway \d+ days?: .+ \(last 7 days\)$/)).toBeVisible()
    expect((await page.request.get('/api/v1/history?window=8')).status()).toBe(400)
    await page.context().clearCookies()
    expect((await page.request.get('/api/v1/history')).status()).toBe(401)
  } finally {
    await page.close()
    await console.stop()
    await postgres.stop()
  }
})
