import type { Page } from '@playwright/test'
import { ROLES } from '#lib/auth/roles.ts'
import { SESSION_SECRET } from '../support/landscape.ts'
import { expect, test } from '../support/test.ts'

const table = (page: Page, name: string) => page.getByRole('table', { name })
const line = (page: Page, tableName: string, name: string) =>
  table(page, tableName)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })

const DATABASES = { embedded: 'embedded PostgreSQL, for one process', server: 'PostgreSQL server' } as const

const MAY = { viewer: [true, false, false], operator: [true, true, false], admin: [true, true, true] } as const

for (const role of ROLES)
  test(`${role}: the page lists what this role may do`, async ({ page, signIn }) => {
    await signIn(role)
    await page.goto('/settings')
    await expect(page.getByText(`your role: ${role}`)).toBeVisible()
    const [look, release, allowlist] = MAY[role]
    for (const [duty, may, needed] of [
      ['View every page, simulate, export', look, 'viewer'],
      ['Release, also in bulk', release, 'operator'],
      ['Change allowlist and limits', allowlist, 'admin'],
    ] as const)
      await expect(line(page, 'Permissions', duty).getByRole('cell').last()).toHaveText(
        may ? '✓' : `Requires the ${needed} role.`,
      )
  })

test('viewer: the page lists the data sources, versions and startup settings', async ({ page, landscape, signIn }) => {
  await signIn('viewer')
  await page.goto('/')
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused()
  await expect(page).toHaveTitle('Settings · HAP Console')
  for (const source of [
    'CredentialsBindings',
    'SecretBindings',
    'Shoots',
    'Runtimes',
    'GardenerClusters',
    'Clusters',
    'SubscriptionRequests',
    'KubeconfigRequests',
  ])
    await expect(line(page, 'Data sources', source)).toContainText(/live.* ago/)
  await expect(line(page, 'Data sources', 'Database')).toContainText(
    new RegExp(`up.*for \\d+ .*${DATABASES[landscape.database]}`),
  )
  const versions = page.getByRole('region', { name: 'Landscape and console' })
  await expect(versions).toContainText(/v1\.\d+\.\d+/)
  await expect(versions).toContainText(new RegExp(`${DATABASES[landscape.database]}\\s*\\d+\\.\\d+`))
  await expect(line(page, 'Startup settings', 'HAP_SEMANTICS')).toContainText('documented')
})

test('without events the data sources keep their last state and their ages increase', async ({
  page,
  noise,
  signIn,
}) => {
  noise.expect(/ERR_FAILED/)
  await signIn('viewer')
  await page.clock.install()
  await page.route('**/api/v1/events*', route => route.abort())
  await page.goto('/settings')
  const shoots = line(page, 'Data sources', 'Shoots')
  await expect(shoots).toContainText(/unknown, was live/)
  await expect(line(page, 'Data sources', 'Database')).toContainText('unknown, was up')
  const seconds = async () => Number(/(\d+) s ago/.exec(await shoots.innerText())?.[1])
  const before = await seconds()
  await page.clock.fastForward(10_000)
  await expect.poll(seconds).toBeGreaterThanOrEqual(before + 10)
})

test('a secret is shown only as set', async ({ page, signIn }) => {
  await signIn('admin')
  const answer = await page.goto('/settings')
  await expect(line(page, 'Startup settings', 'HAP_SESSION_SECRET')).toContainText('set (hidden)')
  expect(await answer?.text()).not.toContain(SESSION_SECRET)
})

test('signed out: the page redirects to the sign-in with its address', async ({ page }) => {
  await page.goto('/settings')
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('returnTo') === '/settings')
})
