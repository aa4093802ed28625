import type { Page } from '@playwright/test'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { ShootObject } from '#lib/garden/resources/objects.ts'
import { SHOOTS } from '#lib/garden/resources/resource.ts'
import { casWrite } from '#lib/garden/writes/retry-write.ts'
import { focusInPlace } from '../support/in-place.ts'
import { NAMESPACE } from '../support/landscape-accounts.ts'
import { columnOf, hits, row, rows, totals } from '../support/shoots-list.ts'
import { DEMO, expect, test } from '../support/test.ts'

test.use(DEMO)

const box = (page: Page) => page.getByRole('combobox', { name: /^Search clusters/ })

/** Changes the labels of a shoot with a direct patch. Returns a function that restores them. */
async function relabelShoot(garden: GardenClient, name: string, account: string): Promise<() => Promise<unknown>> {
  const place = { resource: SHOOTS, namespace: NAMESPACE, name }
  const before = await garden.get<ShootObject>(place)
  const change = (to: string | null) => ({ metadata: { labels: { account: to } } })
  // The garden reconciles the shoot at any time.
  const write = (to: string | null) =>
    casWrite({
      seen: before,
      write: ({ metadata }) =>
        garden.patch<ShootObject>(place, change(to), { resourceVersion: metadata?.resourceVersion ?? '' }),
      decide: () => garden.get<ShootObject>(place),
      maxAttempts: 10,
    })
  await write(account)
  return () => write(before.metadata?.labels?.account ?? null)
}

test('a word finds shoots by name and by global account', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/shoots?q=c-004b630')
  await expect(rows(page)).toHaveCount(1)
  await page.goto('/shoots?q=6c0eebd3-b3b0-4a22-a9a5-c8a7d6761612')
  await expect(hits(page, /^227 of 3,00\d clusters$/)).toBeVisible()
})

test('sorting by operation lists errors first, and their total filters the list', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/shoots')
  await columnOf(page, 'Last operation').getByRole('button').click()
  await expect(columnOf(page, 'Last operation')).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL('/shoots?sort=operation')
  await expect(rows(page).first()).toContainText('failed')
  await totals(page).getByRole('link', { name: '121 with infrastructure errors' }).click()
  await expect(page).toHaveURL('/shoots?q=error:infrastructure&sort=operation')
  await expect(hits(page, /^121 of 3,00\d clusters$/)).toBeVisible()
  await totals(page).getByRole('link', { name: '121 with infrastructure errors' }).click()
  await expect(page).toHaveURL('/shoots?sort=operation')
})

test('every total equals the number of listed shoots or accounts', async ({ page, signIn }) => {
  await signIn('viewer')
  for (const address of ['/shoots', '/shoots?q=provider:aws+-hibernated']) {
    await page.goto(address)
    const links = await totals(page).getByRole('link').all()
    expect(links).toHaveLength(5)
    for (const link of links) {
      const count = Number(((await link.textContent()) ?? '').replaceAll(/[^\d]/g, ''))
      const { pathname, searchParams } = new URL((await link.getAttribute('href')) ?? '', 'http://console')
      const answer = await page.request.get(`/api/v1${pathname}`, {
        params: { q: searchParams.get('q') ?? '', limit: 1 },
      })
      expect((await answer.json()).hits, searchParams.get('q') ?? '').toBe(count)
    }
  }
})

test('a change in Gardener appears immediately without moving rows, filter or focus', async ({
  page,
  garden,
  signIn,
}) => {
  await signIn('viewer')
  await page.goto('/shoots?q=type:gcp_cf-sa30')
  const name = (await rows(page).nth(1).getByRole('rowheader').textContent())?.replace('hibernated', '') ?? ''
  const changed = row(page, name)
  const expectInPlace = await focusInPlace(changed)
  const undo = await relabelShoot(garden, name, 'e2e-owner')
  try {
    await expect(changed.getByRole('link', { name: 'e2e-owner' })).toBeVisible()
    await expectInPlace()
  } finally {
    await undo()
  }
  await expect(changed.getByRole('link', { name: 'e2e-owner' })).toHaveCount(0)
})

test('an invalid search shows its error below the box; a search without a match says so', async ({ page, signIn }) => {
  await signIn('viewer')
  for (const [q, words] of [
    ['tpye:aws', /^Unknown field tpye\. .*Fields: account, binding, /],
    ['known:nobody', /^Unknown known "nobody"\. Possible values: both, gardener, database\.$/],
    ['x'.repeat(10_000), /^The search has 10,000 characters/],
  ] as const) {
    await page.goto(`/shoots?q=${encodeURIComponent(q)}`)
    await expect(page.getByText(words)).toBeVisible()
    await expect(box(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('heading', { name: 'Invalid search' })).toBeVisible()
  }
  for (const q of ['<script>alert(1)</script>', '\u0000\u001b[31m', '%', 'known:database region:nowhere']) {
    await page.goto(`/shoots?q=${encodeURIComponent(q)}`)
    await expect(page.getByRole('heading', { name: 'No cluster matches' }), q).toBeVisible()
  }
  for (const [query, detail] of [
    ['limit=0', 'limit: must be from 1 to 500'],
    ['offset=-1', 'offset: must be a whole number'],
    [`sort=${'x'.repeat(41)}`, 'sort: must have at most 40 characters'],
  ] as const) {
    const answer = await page.request.get(`/api/v1/shoots?${query}`)
    expect(answer.status(), query).toBe(400)
    expect(await answer.json()).toMatchObject({ status: 400, detail })
  }
  await page.goto('/shoots?sort=constructor')
  await expect(columnOf(page, 'Name')).toHaveAttribute('aria-sort', 'ascending')
})
