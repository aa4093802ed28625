import type { Page } from '@playwright/test'
import { idleBinding } from '../support/idle-binding.ts'
import { bindingsWith, relabel } from '../support/landscape-accounts.ts'
import { expect, test } from '../support/test.ts'

const DAY_MS = 86_400_000

const live = (page: Page) => page.getByText('Live', { exact: true })
const ages = (page: Page) => page.getByRole('main').locator('time').allTextContents()

for (const [words, skew] of [
  ['ahead', DAY_MS],
  ['behind', -DAY_MS],
] as const)
  test(`a browser whose clock is a day ${words} shows the server's times and ends a hold by them`, async ({
    page,
    context,
    signIn,
  }) => {
    await signIn('operator')
    const skewed = await context.newPage()
    await skewed.clock.install({ time: Date.now() + skew })
    for (const address of ['/shoots?sort=-when', '/bindings?q=state:dirty']) {
      await page.goto(address)
      await skewed.goto(address)
      await expect(live(skewed)).toBeVisible()
      expect((await ages(page)).length).toBeGreaterThan(5)
      // An age may change at the turn of a minute.
      await expect(async () => expect(await ages(skewed)).toEqual(await ages(page))).toPass()
    }
    const { kind, name } = await idleBinding(page)
    await skewed.goto(`/bindings/${kind}/${name}`)
    await expect(live(skewed)).toBeVisible()
    await skewed.getByRole('button', { name: 'Hold', exact: true }).click()
    const ends = await skewed
      .getByRole('dialog')
      .getByText(/^Ends .* UTC\.$/)
      .textContent()
    const end = Date.parse(ends?.replace(/^Ends (.*) UTC\.$/, '$1Z') ?? '')
    // A day, in full minutes.
    expect(Math.abs(end - Date.now() - DAY_MS)).toBeLessThan(120_000)
    await skewed.close()
  })

test('a tab that was suspended for an hour catches up and is live again', async ({
  page,
  context,
  noise,
  garden,
  signIn,
}) => {
  noise.expect(/ERR_INTERNET_DISCONNECTED/)
  await signIn('viewer')
  const [free] = await bindingsWith(garden, 'hyperscalerType=gcp,!euAccess,!shared,!dirty,!tenantName,!internal')
  if (!free) throw new Error('The landscape has no free gcp account.')
  await page.clock.install()
  await page.goto(`/bindings/${free.kind}/${free.name}`)
  await expect(live(page)).toBeVisible()
  await context.setOffline(true)
  const undo = await relabel(garden, free.kind, free.name, { 'e2e.example/slept': 'asleep' })
  try {
    await page.clock.fastForward('01:00:00')
    await expect(live(page)).toBeHidden()
    await context.setOffline(false)
    await expect(page.getByRole('main').getByText('asleep', { exact: true })).toBeVisible()
    await expect(live(page)).toBeVisible()
    await relabel(garden, free.kind, free.name, { 'e2e.example/slept': 'awake' })
    await expect(page.getByRole('main').getByText('awake', { exact: true })).toBeVisible()
  } finally {
    await undo()
  }
  await expect(page.getByRole('main').getByText('awake', { exact: true })).toHaveCount(0)
})
