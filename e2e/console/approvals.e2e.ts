import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { expectAccessible } from '../support/axe.ts'
import { databaseSettings } from '../support/console-database.ts'
import { waitForHydration } from '../support/hydration.ts'
import { type Idle, idleBinding } from '../support/idle-binding.ts'
import { relabel } from '../support/landscape-accounts.ts'
import { startOtherConsole } from '../support/other-console.ts'
import type { Cookies } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

type Console = Awaited<ReturnType<typeof startOtherConsole>>

let two: Console | null = null

test.beforeAll(async ({ landscape, database }) => {
  const settings = { HAP_TWO_PERSON: 'dangerous', ...(await databaseSettings(database)) }
  two = await startOtherConsole(readFileSync(landscape.adminKubeconfig, 'utf8'), settings)
})

test.afterAll(() => two?.stop())

interface Person {
  readonly context: BrowserContext
  readonly page: Page
}

/** Opens the console that requires two persons in the browser of one of them. */
async function person(browser: Browser, cookies: Cookies): Promise<Person> {
  const context = await browser.newContext({
    ...(two && { baseURL: two.url }),
    storageState: { cookies, origins: [] },
  })
  const page = await context.newPage()
  waitForHydration(page)
  return { context, page }
}

const dialog = (page: Page) => page.getByRole('dialog')
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })

async function propose(page: Page, { kind, name }: Idle, verb: string): Promise<void> {
  await page.goto(`/bindings/${kind}/${name}`)
  const own = page.getByRole('button', { name: verb, exact: true })
  const more = page.getByRole('button', { name: 'More actions' })
  await expect(own.or(more).first()).toBeVisible()
  if (await own.isVisible()) await own.click()
  else {
    await more.click()
    await page.getByRole('menuitem', { name: new RegExp(`^${verb}`) }).click()
  }
  await expect(dialog(page)).toContainText('Nothing is written until a second person approves it')
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('the tenant left')
  await dialog(page)
    .getByRole('textbox', { name: /^Enter the binding name/ })
    .fill(name)
  await dialog(page)
    .getByRole('button', { name: `Propose: ${verb}` })
    .click()
  await expect(
    page.getByText(`${verb} of ${name} is proposed and needs the approval of a second person.`),
  ).toBeVisible()
}

async function look(page: Page, verb: string, what: string): Promise<void> {
  await page.goto('/approvals')
  await page.getByRole('button', { name: `${verb}: ${what}` }).click()
}

async function decide(page: Page, verb: string, what: string): Promise<void> {
  await look(page, verb, what)
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('looked at it')
  await dialog(page).getByRole('button', { name: verb, exact: true }).click()
}

const stateOf = async (page: Page, { kind, name }: Idle) =>
  (await (await page.request.get(`/api/v1/bindings/${kind}/${name}`)).json()).row.state

async function touch(garden: GardenClient, { kind, name }: Idle): Promise<void> {
  const undo = await relabel(garden, kind, name, { 'by-another-client': 'x' })
  await undo()
}

test('a dangerous action is proposed by one person and performed on approval by another, unless the binding changed', async ({
  browser,
  garden,
  sessionOf,
}) => {
  test.slow()
  const omar = await person(browser, await sessionOf('operator', two?.url))
  const ada = await person(browser, await sessionOf('admin', two?.url))
  // Before that, the console does not know which accounts have clusters.
  await expect.poll(async () => (await omar.page.request.get('/readyz')).status(), { timeout: 60_000 }).toBe(200)
  const binding = await idleBinding(omar.page)
  const undo = await relabel(garden, binding.kind, binding.name, { tenantName: binding.tenant, dirty: null })
  try {
    await test.step('a direct call is refused', async () => {
      const address = `/api/v1/bindings/${binding.kind}/${binding.name}/actions/release`
      const answer = await omar.page.request.post(address, { data: { reason: 'alone' } })
      expect([answer.status(), (await answer.json()).detail]).toEqual([
        409,
        'This is dangerous, so a second person has to approve it. Propose it in the console.',
      ])
    })
    await test.step('the proposal is waiting', async () => {
      await propose(omar.page, binding, 'Release')
      expect(await stateOf(omar.page, binding)).toBe('claimed')
      await expect(navigation(omar.page).getByRole('link', { name: /Approvals\s*1 waiting/ })).toBeVisible()
      await omar.page.goto('/approvals')
      await expect(
        omar.page.getByRole('button', { name: `Approve: Release of ${binding.name}` }),
      ).toHaveAccessibleDescription('You cannot approve your own proposal.')
      await expectAccessible(omar.page)
    })
    await test.step('a second proposal of the same action is refused before a reason is entered', async () => {
      await ada.page.goto(`/bindings/${binding.kind}/${binding.name}`)
      await ada.page.getByRole('button', { name: 'Release', exact: true }).click()
      await expect(dialog(ada.page)).toContainText('Omar Operator has already proposed this')
      await expect(dialog(ada.page).getByRole('button', { name: 'Propose: Release' })).toHaveAccessibleDescription(
        'Omar Operator has already proposed this. The proposal is waiting for approval.',
      )
      await dialog(ada.page).getByRole('button', { name: 'Cancel' }).click()
    })
    await test.step('another person approves, and the action is recorded with both names', async () => {
      await ada.page.setViewportSize({ width: 390, height: 844 })
      await ada.page.goto('/approvals')
      expect(await ada.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      await look(ada.page, 'Approve', `Release of ${binding.name}`)
      await expect(dialog(ada.page)).toContainText('added: dirty: "true"')
      await expect(dialog(ada.page)).toContainText('The account will be cleaned before reuse')
      await expect(dialog(ada.page)).toContainText('Dry run passed: the API server would accept this change.')
      await expectAccessible(ada.page)
      await decide(ada.page, 'Approve', `Release of ${binding.name}`)
      await expect(ada.page.getByText('Approved by Ada Admin. The binding was released.').first()).toBeVisible()
      expect(await stateOf(ada.page, binding)).toBe('dirty')
      const { rows } = await (await ada.page.request.get('/api/v1/audit?limit=10')).json()
      // The console may adopt its landscape at the same time.
      const byPeople = rows.filter(({ actor }: { actor: string }) => actor !== 'hap-console')
      expect(byPeople.slice(0, 4)).toMatchObject([
        {
          action: 'release',
          actor: 'Omar Operator, approved by Ada Admin',
          outcome: 'accepted',
          reason: 'the tenant left',
        },
        { action: 'approve', actor: 'Ada Admin', outcome: 'accepted' },
        { action: 'propose', actor: 'Omar Operator', outcome: 'accepted' },
        { action: 'release', actor: 'Omar Operator', outcome: 'refused', reason: 'alone' },
      ])
    })
    await test.step('a binding that changed since the proposal is not changed', async () => {
      const other = await idleBinding(omar.page)
      await propose(omar.page, other, 'Mark dirty')
      await look(ada.page, 'Approve', `Mark dirty of ${other.name}`)
      await expect(dialog(ada.page)).toContainText('Dry run passed: the API server would accept this change.')
      await dialog(ada.page).getByRole('textbox', { name: 'Reason' }).fill('typed before')
      await touch(garden, other)
      await expect(dialog(ada.page)).toContainText('The binding has changed since this proposal')
      await expect(dialog(ada.page).getByRole('textbox', { name: 'Reason' })).toHaveValue('typed before')
      await decide(ada.page, 'Approve', `Mark dirty of ${other.name}`)
      await expect(ada.page.getByText('It has changed since').first()).toBeVisible()
      expect(await stateOf(ada.page, other)).toBe('claimed')
    })
    await test.step('a bulk job waits for approval in the same way', async () => {
      await omar.page.goto('/bindings?q=state:free+type:azure+-shared')
      const boxes = omar.page.getByRole('checkbox', { name: /^Select sap-/ })
      await boxes.first().click()
      await boxes.nth(1).click({ modifiers: ['Shift'] })
      const bar = omar.page.getByRole('region', { name: 'Actions on the selection' })
      await bar.getByRole('button', { name: 'Mark dirty' }).click()
      await dialog(omar.page).getByRole('textbox', { name: 'Reason' }).fill('the accounts move')
      await dialog(omar.page)
        .getByRole('textbox', { name: /^Enter the number/ })
        .fill('2')
      await dialog(omar.page).getByRole('button', { name: 'Propose: Mark dirty 2' }).click()
      await expect(omar.page).toHaveURL(/\/approvals$/)
      await look(ada.page, 'Approve', 'Mark dirty of 2 bindings')
      await expect(dialog(ada.page)).toContainText('added: dirty: "true"')
      await expect(dialog(ada.page)).toContainText('Takes at least')
      await decide(ada.page, 'Refuse', 'Mark dirty of 2 bindings')
      await expect(ada.page.getByText('Refused by Ada Admin. looked at it').first()).toBeVisible()
      // The row of the button that opened the dialog disappears a moment later.
      await expect(ada.page.getByRole('heading', { level: 1, name: 'Approvals' })).toBeFocused()
    })
    await test.step('decided proposals are searched, sorted and exported', async () => {
      const { page } = ada
      await page.setViewportSize({ width: 1440, height: 900 })
      const titles = page.getByRole('grid', { name: 'Decided proposals' }).getByRole('rowheader')
      await page.goto('/approvals?q=by:omar+decider:ada+-state:stale&sort=-proposal')
      await expect(titles).toHaveText([`Release of ${binding.name}`, 'Mark dirty of 2 bindings'])
      await expectAccessible(page)
      await page.getByRole('combobox', { name: /^Search decided proposals/ }).fill('state:refused ')
      await expect(titles).toHaveText(['Mark dirty of 2 bindings'])
      const href = await page.getByRole('link', { name: 'Export JSON' }).getAttribute('href')
      const file = await page.request.get(href ?? '')
      expect(await file.json()).toMatchObject([{ action: 'mark-dirty', state: 'refused', outcome: 'looked at it' }])
      await page.goto('/approvals?q=state:waiting')
      await expect(page.getByText('Unknown state "waiting".').first()).toBeVisible()
    })
  } finally {
    await undo()
    await omar.context.close()
    await ada.context.close()
  }
})
