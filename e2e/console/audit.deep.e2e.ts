import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { box, rows } from '../support/audit-page.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

/** Sends a claim that no rule serves: it is refused and recorded. */
async function refusedClaim(page: Page, globalAccount: string): Promise<void> {
  const data = { plan: 'aws', platformRegion: 'cf-eu10', hyperscalerRegion: 'eu-central-1', globalAccount }
  const answer = await page.request.post('/api/v1/claims', {
    headers: { 'idempotency-key': `e2e-${globalAccount}` },
    data: { ...data, plan: 'no-such-plan', provider: 'aws' },
  })
  expect(answer.status()).toBe(422)
}

test('the log is sorted by time in its head, and the address and the export have the same order', async ({
  page,
  signIn,
}) => {
  await signIn('operator')
  for (const name of ['e2e-order-first', 'e2e-order-second']) await refusedClaim(page, name)
  await page.goto('/audit?q=ga:e2e-order')
  const when = page.getByRole('columnheader', { name: 'When' })
  await expect(when).toHaveAttribute('aria-sort', 'descending')
  await expect(rows(page).first()).toContainText('e2e-order-second')
  await when.getByRole('button').click()
  await expect(when).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL(/[?&]sort=at(&|$)/)
  await expect(rows(page).first()).toContainText('e2e-order-first')
  await expect(page.getByText(/oldest first$/)).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export JSON' }).click()
  const targets = JSON.parse(await readFile(await (await download).path(), 'utf8')).map(
    (action: { targets: readonly string[] }) => action.targets.join(' '),
  )
  expect(targets[0]).toContain('e2e-order-first')
  expect(targets.at(-1)).toContain('e2e-order-second')
})

test('every role sees and exports the log', async ({ page, signIn }) => {
  for (const role of ['viewer', 'operator', 'admin'] as const) {
    await signIn(role)
    await page.goto('/audit')
    await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible()
    await expect(page.getByText('Chain verified')).toBeVisible()
    for (const address of ['/api/v1/audit', '/api/v1/audit/export?format=csv', '/api/v1/audit/news?after=0'])
      expect((await page.request.get(address)).status(), `${role}, ${address}`).toBe(200)
  }
})

test('the search is stored in the address, completes terms, and reports errors', async ({ page, signIn }) => {
  await signIn('operator')
  await refusedClaim(page, 'ga-search')
  await page.goto('/audit')
  await box(page).click()
  await expect(page.getByRole('option', { name: /^at:/ })).toBeVisible()
  await page.keyboard.type('outcome:ref')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.type('ga:ga-search at:1h ')
  await expect(page).toHaveURL('/audit?q=outcome:refused+ga:ga-search+at:1h')
  await expect(rows(page)).toHaveCount(1)
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('search').getByText(/^1 of \d+ actions$/)).toBeVisible()

  await page.goto('/audit?q=outcome:failed+at:1h')
  await expect(page.getByRole('heading', { name: 'No action matches' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveAccessibleDescription('Nothing to export.')
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await expect(page).toHaveURL('/audit')
  await page.goto('/audit?q=at:noon')
  await expect(page.getByText('"noon" is not a time.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Invalid search' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('rows do not move while actions arrive, and older rows load while scrolling', async ({ page, signIn }) => {
  await signIn('operator')
  for (let n = 0; n < 110; n += 10)
    await Promise.all(Array.from({ length: 10 }, (_, m) => refusedClaim(page, `ga-many-${n + m}`)))
  await page.goto('/audit?q=ga:ga-many')
  await expect(page.getByText(/^110 of /).first()).toBeVisible()
  const newest = () => rows(page).first().getByRole('link').first().getAttribute('href')
  const top = await newest()
  await refusedClaim(page, 'ga-many-later')
  await expect(page.getByText('1 newer action')).toBeVisible()
  expect(await newest()).toBe(top)

  await rows(page).first().focus()
  const seen = new Set<string>()
  for (let at = 0; at < 110; at++) {
    const row = page.locator('tr[data-index]:focus')
    seen.add((await row.getByRole('link').first().getAttribute('href')) ?? '')
    await page.keyboard.press('ArrowDown')
  }
  expect(seen.size).toBe(110)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByText(/^111 of /).first()).toBeVisible()
  await expect(page.getByText('1 newer action')).toHaveCount(0)
})

test('the list is exported as CSV and JSON', async ({ page, signIn }) => {
  await signIn('operator')
  await refusedClaim(page, 'ga-export')
  await page.goto('/audit?q=ga:ga-export')
  await expect(rows(page)).toHaveCount(1)
  for (const [format, shows] of [
    ['CSV', /^entry,at,.*\r\n\d+,.*,claim,Claim\/\S+ GlobalAccount\/ga-export,.*,refused,.*\r\n$/],
    ['JSON', /^\[\n\{"seq":"\d+".*"GlobalAccount\/ga-export".*\}\n\]\n$/],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: `Export ${format}` }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(new RegExp(`^hap-audit-e2e-[\\dT-]+Z\\.${format.toLowerCase()}$`))
    expect(await readFile(await file.path(), 'utf8')).toMatch(shows)
  }
})

test('invalid addresses respond with an error', async ({ page, noise, signIn }) => {
  noise.expect(/status of 404/)
  await signIn('viewer')
  for (const entry of ['0', 'x', '999999999', '99999999999999999999']) {
    expect((await page.goto(`/audit/${entry}`))?.status(), entry).toBe(404)
    await expect(page.getByRole('heading', { name: 'Audit entry not found' })).toBeVisible()
  }
  await expectAccessibleInBothThemes(page)
  for (const query of ['limit=0', 'limit=x', 'before=-1', 'upTo=1e3'])
    expect((await page.request.get(`/api/v1/audit?${query}`)).status(), query).toBe(400)
  for (const query of ['', 'format=xml', 'format=csv&q=nothing:x'])
    expect((await page.request.get(`/api/v1/audit/export?${query}`)).status(), query).toBe(400)
  for (const before of ['x', 'bnVsbA'])
    expect((await page.request.get(`/api/v1/bindings/Secret/x/timeline?before=${before}`)).status(), before).toBe(400)
  const hostile = '/api/v1/audit?q=%00+%25+_+%22%27;DROP%22+actor:%F0%9F%98%80+ga:%5C'
  expect((await page.request.get(hostile)).status()).toBe(200)
})
