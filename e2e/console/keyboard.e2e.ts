import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

const box = (page: Page) => page.getByRole('combobox', { name: /^Search bindings/ })
const focusedLine = (page: Page) => page.locator('tr:focus')

test('the empty search box shows its fields; Escape, Enter and Arrow Down lead from it into the list', async ({
  page,
  signIn,
}) => {
  await signIn('viewer')
  await page.goto('/bindings')
  await page.keyboard.press('/')
  await expect(page.getByRole('option', { name: /^state:/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(box(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(focusedLine(page)).toHaveAttribute('data-index', '0')

  await page.keyboard.press('/')
  await page.keyboard.type('state:dirty')
  await page.keyboard.press('Enter')
  await expect(focusedLine(page)).toHaveAttribute('data-index', '0')
  await page.keyboard.press('j')
  await expect(focusedLine(page)).toHaveAttribute('data-index', '1')
  await expect(page).toHaveURL('/bindings?q=state:dirty')
  await page.keyboard.press('/')
  await page.keyboard.press('ArrowDown')
  await expect(focusedLine(page)).toHaveAttribute('data-index', '1')
})

test('a search that is wrong keeps the keyboard, so that it can be mended', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/bindings')
  await page.keyboard.press('/')
  await page.keyboard.type('state:nonsense')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^state has no value "nonsense"/)).toBeVisible()
  await expect(box(page)).toBeFocused()
  await expect(page.getByRole('heading', { name: 'The search has an error' })).toBeVisible()
})

test('back comes to the row that was opened, by keyboard and by pointer', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/bindings')
  await expect(page.getByText(/^Rows 1 to \d\d of 635$/)).toBeVisible()
  for (let step = 0; step <= 40; step++) await page.keyboard.press('j')
  await expect(focusedLine(page)).toHaveAttribute('data-index', '40')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Summary' })).toBeVisible()
  await page.goBack()
  await expect(focusedLine(page)).toHaveAttribute('data-index', '40')
  await expect(focusedLine(page)).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('j')
  await expect(focusedLine(page)).toHaveAttribute('data-index', '41')

  await page.getByRole('grid').hover()
  await page.mouse.wheel(0, 12_000)
  const line = page.locator('tr[data-index="330"]')
  await expect(line.getByRole('rowheader')).toHaveText(/./)
  const name = (await line.getByRole('rowheader').textContent()) ?? ''
  await line.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.goBack()
  await expect(focusedLine(page).getByRole('link', { name, exact: true })).toBeInViewport()
})

test('a plan is completed while it is typed, and nothing is called wrong before it is', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/simulator')
  const plan = page.getByRole('combobox', { name: 'Plan' })
  await plan.pressSequentially('azur')
  await expect(plan).not.toHaveAttribute('aria-invalid')
  await expect(page.getByText('Continue with plan: azure, azure_lite.')).toBeVisible()
  await expect(page.getByRole('option')).toHaveText([/^azure/, /^azure_lite/, /^build-runtime-azure/])
  await plan.press('e')
  await plan.press('Enter')
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(plan).toHaveValue('azure')
  await plan.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toHaveText(/^azure/)
  await plan.press('Enter')
  await expect(plan).toHaveValue('azure')
  await plan.fill('azz')
  await expect(page.getByText('There is no such plan.')).toBeVisible()
})

test('the simulator answers as KEB does where it is asked to, and a link keeps that', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/simulator?plan=aws&pr=cf-eu11&ga=e2e-new')
  const outcome = page.getByRole('region', { name: 'Outcome' })
  const headline = outcome.getByRole('heading', { level: 2 })
  await expect(outcome).toContainText('Documented semantics')
  const claimed = (await headline.textContent()) ?? ''
  await page.getByRole('radio', { name: 'KEB' }).check()
  await expect(page).toHaveURL('/simulator?plan=aws&pr=cf-eu11&ga=e2e-new&semantics=keb')
  await expect(outcome).toContainText(`The documented semantics would take ${claimed.replace('Claims ', '')} instead.`)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'KEB' })).toBeChecked()
  await expect(headline).not.toHaveText(claimed)
  await page.getByRole('radio', { name: 'Documented' }).check()
  await expect(page).toHaveURL('/simulator?plan=aws&pr=cf-eu11&ga=e2e-new')
  await expect(headline).toHaveText(claimed)
})

test('a cluster and a global account are found wherever they are', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/pools/aws~shared')
  const tenants = page.getByRole('list', { name: 'Global accounts', exact: true })
  await tenants.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/global-accounts\/[^/?]+$/)
  await expect(page.getByRole('region', { name: 'On accounts it does not own' })).toContainText(/sap-aws-\S+/)
})
