import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { countLinks, expectCountsToHold } from '../support/count-links.ts'
import { focusInPlace } from '../support/in-place.ts'
import { bindingsWith, relabel } from '../support/landscape-accounts.ts'
import { box, columnOf, grid, row } from '../support/pools-list.ts'
import { DEMO, expect, test } from '../support/test.ts'

test.use(DEMO)

test.use({ viewport: { width: 1440, height: 1200 } })

test('a search without a match offers to remove a term', async ({ page, signIn }) => {
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

test('an unknown field is reported with the known fields, and no rows are shown', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/pools?q=tpye:aws')
  await expect(page.getByText(/^Unknown field tpye\. .*Fields: accounts, alarm, eu, free, /)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Invalid search' })).toBeVisible()
  await expect(page.getByText('None of 12 pools shown.')).toBeVisible()
  await expect(page.getByText('0 of 12 pools')).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('column heads sort, groups follow their first row, and the address keeps both', async ({ page, signIn }) => {
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

test('a row opens its pool by keyboard, and back returns to the same list', async ({ page, signIn }) => {
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

test('a change in Gardener appears immediately without moving rows, filter or focus', async ({
  page,
  garden,
  signIn,
}) => {
  await signIn('operator')
  await page.goto('/pools?q=provider:aws')
  const [free] = await bindingsWith(garden, 'hyperscalerType=aws,!euAccess,!shared,!dirty,!tenantName,!internal')
  if (!free) throw new Error('The landscape has no free aws account.')
  const aws = row(page, 'aws')
  const links = (state: string, count = '\\d+') =>
    aws.getByRole('link', { name: new RegExp(`^${count} ${state}$`) }).last()
  const countOf = async (state: string) => Number.parseInt((await links(state).textContent()) ?? '', 10)
  const [freeBefore, claimedBefore] = [await countOf('free'), await countOf('claimed')]
  const expectInPlace = await focusInPlace(aws)
  const undo = await relabel(garden, free.kind, free.name, { tenantName: 'e2e-tenant' })
  try {
    await expect(links('free', `${freeBefore - 1}`)).toBeVisible()
    await expect(links('claimed', `${claimedBefore + 1}`)).toBeVisible()
    await expectInPlace()
  } finally {
    await undo()
  }
  await expect(links('free', `${freeBefore}`)).toBeVisible()
})

test('an exhausted pool raises an alarm, and rows keep their order until sorted again', async ({
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
    await page.getByRole('button', { name: 'Order changed – sort again' }).click()
    expect((await names())[1]).toBe('azureEU')
    await page.goto('/')
    await expect(page.getByRole('link', { name: '1 pool exhausted' })).toBeVisible()
  } finally {
    for (const back of undo) await back()
  }
})

test('every number equals the number of listed bindings', async ({ page, signIn }) => {
  await signIn('viewer')
  for (const path of ['/pools', '/pools?q=provider:aws', '/pools/aws~eu', '/pools/azure~shared']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const links = await countLinks(page.getByRole('main'))
    expect(links.length).toBeGreaterThan(2)
    await expectCountsToHold(page, links)
  }
})
