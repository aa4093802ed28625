import { box } from '../support/bindings-list.ts'
import { DEMO, expect, test } from '../support/test.ts'

test.use(DEMO)

test('Enter on an invalid search keeps the focus in the search box', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/bindings')
  await page.keyboard.press('/')
  await page.keyboard.type('state:nonsense')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Unknown state "nonsense"/)).toBeVisible()
  await expect(box(page)).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Invalid search' })).toBeVisible()
})

test('a plan is completed while it is typed, and reported as unknown only if nothing completes it', async ({
  page,
  signIn,
}) => {
  await signIn('viewer')
  await page.goto('/simulator')
  const plan = page.getByRole('combobox', { name: 'Plan' })
  await plan.pressSequentially('azur')
  await expect(plan).not.toHaveAttribute('aria-invalid')
  await expect(page.getByText('Continue with plan: azure, azure_lite.')).toBeVisible()
  const options = page.getByRole('listbox').getByRole('option')
  await expect(options).toHaveText([/^azure/, /^azure_lite/, /^build-runtime-azure/])
  await plan.press('e')
  await plan.press('Enter')
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(plan).toHaveValue('azure')
  await plan.press('ArrowDown')
  await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toHaveText(/^azure/)
  await plan.press('Enter')
  await expect(plan).toHaveValue('azure')
  await plan.fill('azz')
  await expect(page.getByText('Unknown plan.')).toBeVisible()
})

test('the simulator uses KEB semantics when chosen, and the address keeps the choice', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/simulator?plan=aws&pr=cf-eu11&ga=e2e-new')
  const outcome = page.getByRole('region', { name: 'Outcome' })
  const headline = outcome.getByRole('heading', { level: 2 })
  await expect(outcome).toContainText('Documented semantics')
  const claimed = (await headline.textContent()) ?? ''
  await page.getByRole('radio', { name: 'KEB' }).check()
  await expect(page).toHaveURL('/simulator?plan=aws&pr=cf-eu11&ga=e2e-new&semantics=keb')
  await expect(outcome).toContainText(
    `The documented semantics would choose ${claimed.replace('Would claim ', '')} instead.`,
  )
  await page.reload()
  await expect(page.getByRole('radio', { name: 'KEB' })).toBeChecked()
  await expect(headline).not.toHaveText(claimed)
  await page.getByRole('radio', { name: 'Documented' }).check()
  await expect(page).toHaveURL('/simulator?plan=aws&pr=cf-eu11&ga=e2e-new')
  await expect(headline).toHaveText(claimed)
})
