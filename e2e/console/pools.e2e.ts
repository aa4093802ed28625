import type { Page } from '@playwright/test'
import { ROLES } from '#lib/auth/roles.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { countLinks, expectCountsToHold } from '../support/count-links.ts'
import { focusInPlace } from '../support/in-place.ts'
import { bindingsWith, relabel } from '../support/landscape-accounts.ts'
import { looksRightEverywhere } from '../support/looks.ts'
import { expect, test } from '../support/test.ts'

/** What the console promises, on a machine that also runs a garden and a browser. */

const grid = (page: Page) => page.getByRole('grid', { name: 'Pools' })
const row = (page: Page, name: string | RegExp) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
const box = (page: Page) => page.getByRole('combobox', { name: /^Search pools/ })
const columnOf = (page: Page, name: string) => page.getByRole('columnheader', { name })

test.use({ viewport: { width: 1440, height: 1200 } })

for (const role of ROLES) {
  test(`${role}: every pool with its accounts, its room and its rules`, async ({ page, signIn }) => {
    await signIn(role)
    await page.goto('/')
    await page.getByRole('link', { name: 'Pools', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Pools' })).toBeFocused()
    await expect(page).toHaveTitle('Pools · HAP Console')
    await expect(page.getByText('12 pools, 1 rule without pool, 635 accounts')).toBeVisible()
    await expect(columnOf(page, 'Headroom')).toHaveAttribute('aria-sort', 'ascending')

    await expect(row(page, 'aws EU')).toContainText('aws(PR=cf-eu11) -> EU')
    await expect(row(page, 'aws EU').getByRole('img')).toHaveAccessibleName(
      /^37 claimed, 3 dirty, .*4 free; low-water mark 6$/,
    )
    await expect(row(page, 'aws EU').getByRole('link', { name: '4 free', exact: true }).last()).toBeVisible()
    await expect(row(page, 'aws shared')).toContainText('no limit, 56 shoots each')
    await expect(row(page, 'gcp shared')).toContainText('rule without pool')
    await expect(row(page, 'gdch')).toContainText('no rule leads here')
    await expect(row(page, /^aws 3 pools/)).toContainText('2 malformed: a label is missing or illegal')
  })
}

test('the search narrows the rows and the totals, stays in the address, and can be taken back', async ({
  page,
  signIn,
}) => {
  await signIn('viewer')
  await page.goto('/pools')
  await page.keyboard.press('/')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('provider:azure -shared ')
  await expect(page.getByText('2 of 12 pools')).toBeVisible()
  await expect(page.getByText('2 pools, 209 accounts')).toBeVisible()
  await expect(row(page, 'azure')).toBeVisible()
  await expect(row(page, 'aws')).toHaveCount(0)
  await expect(page).toHaveURL('/pools?q=provider:azure+-shared')

  await page.reload()
  await expect(page.getByText('2 of 12 pools')).toBeVisible()
  await page.getByRole('button', { name: 'Remove provider:azure' }).click()
  await expect(page).toHaveURL('/pools?q=-shared')
  await expect(page.getByText('8 of 12 pools')).toBeVisible()
})

test('a search that hides everything says so, and how many pools are behind which terms', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/pools?q=type:gdch state:dirty')
  await expect(page.getByRole('heading', { name: 'No pool matches' })).toBeVisible()
  await expect(page.getByText('None of 12 pools matches type:gdch state:dirty')).toBeVisible()
  await page.getByRole('button', { name: 'Without state:dirty' }).click()
  await expect(row(page, 'gdch')).toBeVisible()
  await box(page).fill('nothing like it')
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await expect(page).toHaveURL('/pools')
  await expect(page.getByText('12 of 12 pools')).toBeVisible()
})

test('an unknown field is told with the fields there are, and nothing passes for its answer', async ({
  page,
  signIn,
}) => {
  await signIn('viewer')
  await page.goto('/pools?q=tpye:aws')
  await expect(page.getByText(/^Unknown field tpye\. .*Fields: accounts, alarm, eu, free, /)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The search has an error' })).toBeVisible()
  await expect(page.getByText('So none of 12 pools is shown.')).toBeVisible()
  await expect(page.getByText('0 of 12 pools')).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('heads sort, groups follow their first row, and the address keeps both', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/pools')
  const groups = grid(page).getByRole('button', { expanded: true })
  await expect(groups.first()).toHaveText('gcp 2 pools, 1 missing')
  await columnOf(page, 'Shoots').getByRole('button').click()
  await expect(columnOf(page, 'Shoots')).toHaveAttribute('aria-sort', 'descending')
  await expect(groups).toHaveText([/^aws/, /^azure/, /^gcp/, /^openstack/, /^alicloud/, /^gdch/])
  await expect(page).toHaveURL('/pools?sort=-shoots')

  await page.getByRole('button', { name: /^azure 3 pools/ }).click()
  await expect(page).toHaveURL('/pools?sort=-shoots&closed=azure')
  await expect(row(page, 'azure EU')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: /^azure/ })).toHaveAttribute('aria-expanded', 'false')
  await expect(row(page, 'azure EU')).toHaveCount(0)
  await page.goBack()
  await expect(row(page, 'azure EU')).toBeVisible()
})

test('a row opens its pool by keyboard, and back comes to the same list', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/pools?q=provider:aws')
  await expect(page.getByText('3 of 12 pools')).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/pools/aws~eu')
  await expect(page.getByRole('heading', { level: 1, name: 'aws' })).toBeFocused()
  await page.goBack()
  await expect(page.getByText('3 of 12 pools')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove provider:aws' })).toBeVisible()
})

test('whoever is signed out comes back to the very list after the sign-in', async ({ page, context, landscape }) => {
  await context.addCookies([{ name: 'next-auth.session-token', value: 'expired', url: landscape.url }])
  await page.goto('/pools?q=provider:aws&sort=-shoots')
  await expect(page.getByRole('heading', { level: 1, name: 'HAP Console' })).toBeVisible()
  await page.getByRole('button', { name: /viewer/i }).click()
  await expect(page).toHaveURL('/pools?q=provider:aws&sort=-shoots')
  await expect(page.getByText('3 of 12 pools')).toBeVisible()
})

test('a change in Gardener is on the page at once and moves neither row, filter nor focus', async ({
  page,
  garden,
  signIn,
}) => {
  await signIn('operator')
  await page.goto('/pools?q=provider:aws')
  const [free] = await bindingsWith(garden, 'hyperscalerType=aws,!euAccess,!shared,!dirty,!tenantName,!internal')
  if (!free) throw new Error('The landscape has no free aws account.')
  const aws = row(page, 'aws')
  await expect(aws.getByRole('link', { name: '24 free' }).last()).toBeVisible()
  const expectInPlace = await focusInPlace(aws)
  const undo = await relabel(garden, free.kind, free.name, { tenantName: 'e2e-tenant' })
  try {
    await expect(aws.getByRole('link', { name: '23 free' }).last()).toBeVisible()
    await expect(aws.getByRole('link', { name: '172 claimed' })).toBeVisible()
    await expectInPlace()
  } finally {
    await undo()
  }
  await expect(aws.getByRole('link', { name: '24 free' }).last()).toBeVisible()
})

test('a pool that runs empty raises the alarm; the rows stay where they are until asked', async ({
  page,
  garden,
  signIn,
}) => {
  await signIn('operator')
  await page.goto('/pools?q=-problem:no-binding')
  const names = () => grid(page).getByRole('rowheader').allTextContents()
  const before = await names()
  const undo: (() => Promise<unknown>)[] = []
  try {
    for (const { kind, name } of await bindingsWith(garden, 'hyperscalerType=azure,euAccess=true,!dirty,!tenantName'))
      undo.push(await relabel(garden, kind, name, { tenantName: 'e2e-tenant' }))
    expect(undo.length).toBe(5)
    await expect(page.getByText('azure · EU has no free account: 0 of 25.')).toBeVisible()
    await expect(page.getByRole('link', { name: '1 dirty, free once cleaned' })).toBeVisible()
    await expect(row(page, 'azure EU')).toContainText('0 free')
    expect(await names()).toEqual(before)
    await page.getByRole('button', { name: 'The order has changed: sort again' }).click()
    expect((await names())[1]).toBe('azureEU')
    await page.goto('/')
    await expect(page.getByRole('link', { name: '1 pool exhausted' })).toBeVisible()
  } finally {
    for (const back of undo) await back()
  }
})

test('behind every number are as many bindings', async ({ page, signIn }) => {
  await signIn('viewer')
  for (const path of ['/pools', '/pools?q=provider:aws', '/pools/aws~eu', '/pools/azure~shared']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const links = await countLinks(page.getByRole('main'))
    expect(links.length).toBeGreaterThan(2)
    await expectCountsToHold(page, links)
  }
})

test.describe('the page of a pool', () => {
  test('has its states, first bindings, tenants, rules and selectors to copy', async ({ page, context, signIn }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn('viewer')
    await page.goto('/pools/aws~eu')
    await expect(page).toHaveTitle('aws · EU · HAP Console')
    await expect(page.getByRole('heading', { level: 1, name: 'aws' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Rules that lead here' })).toContainText('aws(PR=cf-eu11) -> EU')
    await expect(page.getByRole('table', { name: 'Bindings' }).getByRole('row')).toHaveCount(13)
    await expect(page.getByRole('list', { name: 'Global accounts', exact: true }).getByRole('listitem')).toHaveCount(20)

    const selectors = page.getByRole('region', { name: 'Label selectors' })
    await selectors.getByRole('button', { name: 'Copy command' }).first().click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      "kubectl get credentialsbindings,secretbindings -n garden-kyma-prod -l 'hyperscalerType=aws,euAccess=true,shared!=true,!dirty,!tenantName'",
    )
    await selectors.getByRole('button', { name: 'Copy selector' }).first().click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      'hyperscalerType=aws,euAccess=true,shared!=true,!dirty,!tenantName',
    )

    await page.getByRole('table', { name: 'Bindings' }).getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'sap-aws-skr-eu-00001' })).toBeVisible()
    await page.goBack()
    await page
      .getByRole('region', { name: 'Global accounts', exact: true })
      .getByRole('link', { name: /^All \d+$/ })
      .click()
    await expect(page).toHaveURL('/global-accounts?q=uses:aws~eu')
  })

  test('follows the garden', async ({ page, garden, signIn }) => {
    await signIn('viewer')
    await page.goto('/pools/gcp_cf-sa30')
    const free = page.getByRole('link', { name: /^\d+ free$/ })
    await expect(free).toHaveText('3 free')
    const [account] = await bindingsWith(garden, 'hyperscalerType=gcp_cf-sa30,!dirty,!tenantName')
    if (!account) throw new Error('The landscape has no free account in gcp_cf-sa30.')
    const undo = await relabel(garden, account.kind, account.name, { dirty: 'true' })
    try {
      await expect(free).toHaveText('2 free')
      await expect(page.getByRole('link', { name: '2 dirty' })).toBeVisible()
    } finally {
      await undo()
    }
  })

  test('tells what a rule without a pool would need', async ({ page, signIn }) => {
    await signIn('viewer')
    await page.goto('/pools')
    await row(page, 'gcp shared').getByRole('link', { name: 'gcp', exact: true }).click()
    await expect(page.getByText('rule without pool', { exact: true })).toBeVisible()
    await expect(page.getByText('No binding has this type.')).toBeVisible()
    await expect(page.getByText('shared=true', { exact: true })).toBeVisible()
  })

  for (const key of ['nothing', 'aws~eu~', 'x,shared=true']) {
    test(`there is none at ${key}`, async ({ page, noise, signIn }) => {
      noise.expect(/404/)
      await signIn('viewer')
      const answer = await page.goto(`/pools/${encodeURIComponent(key)}`)
      expect(answer?.status()).toBe(404)
      await expect(page).toHaveTitle('Not found · HAP Console')
      await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible()
    })
  }
})

for (const [address, shows] of [
  ['/pools', '12 of 12 pools'],
  ['/pools?q=type:gdch state:dirty', 'No pool matches'],
  ['/pools/aws~eu', 'Rules that lead here'],
  ['/pools/aws~shared', 'Rules that lead here'],
] as const)
  looksRightEverywhere({ address, shows })
looksRightEverywhere({ address: '/pools/nothing', shows: 'There is no such pool', status: 404 })
