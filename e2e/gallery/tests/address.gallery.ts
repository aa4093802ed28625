import { expect, test } from '@playwright/test'

test('what is typed is drawn at once and stands in the address a moment later', async ({ page }) => {
  await page.goto('/address?tab=shoots#here')
  const box = page.getByRole('combobox', { name: 'Search' })
  await box.pressSequentially('state:dirty eu west', { delay: 20 })
  await expect(page.locator('output')).toHaveText('state:dirty eu west|shoots')
  await expect(page).toHaveURL('/address?tab=shoots&q=state:dirty+eu+west#here')
  await expect(box).toHaveValue('eu west')
  await page.reload()
  await expect(page.locator('output')).toHaveText('state:dirty eu west|shoots')
  await expect(box).toHaveValue('eu west')
})

test('a link, the back button and a step each give the state their address says', async ({ page }) => {
  await page.goto('/address?q=dirty')
  await page.getByRole('button', { name: 'YAML' }).click()
  await expect(page).toHaveURL('/address?q=dirty&tab=yaml')
  await page.getByRole('link', { name: 'Free ones' }).click()
  await expect(page.locator('output')).toHaveText('state:free|')
  await expect(page.getByRole('button', { name: 'Remove state:free' })).toBeVisible()
  await page.goBack()
  await expect(page.locator('output')).toHaveText('dirty|yaml')
  await expect(page.getByRole('combobox', { name: 'Search' })).toHaveValue('dirty')
  await page.goBack()
  await expect(page.locator('output')).toHaveText('dirty|')
})

test('an empty value leaves the address', async ({ page }) => {
  await page.goto('/address?q=dirty')
  await page.getByRole('combobox', { name: 'Search' }).fill('')
  await expect(page).toHaveURL('/address')
})

test('a value that was not written yet does not follow to another page', async ({ page }) => {
  await page.goto('/address')
  await page.getByRole('combobox', { name: 'Search' }).fill('dirty')
  await page.getByRole('link', { name: 'Pools', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Pools' }).waitFor()
  await page.waitForTimeout(400)
  expect(new URL(page.url()).search).toBe('')
})

test('a value that was not written yet does not call back a link that is slow, and is there after going back', async ({
  page,
}) => {
  await page.goto('/address')
  await page.route('**/pools*', async route => {
    await new Promise(resolve => setTimeout(resolve, 1_000))
    await route.continue()
  })
  await page.getByRole('combobox', { name: 'Search' }).fill('dirtier')
  await page.getByRole('link', { name: 'Pools', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Pools' }).waitFor()
  await page.goBack()
  await expect(page).toHaveURL('/address?q=dirtier')
  await expect(page.getByRole('combobox', { name: 'Search' })).toHaveValue('dirtier')
})

test('a part of the page that goes away takes nothing of what another one has pending', async ({ page }) => {
  await page.goto('/address')
  await page.getByRole('button', { name: 'Type and close' }).click()
  await expect(page.getByText('Sorted by')).toBeHidden()
  await expect(page.locator('output')).toHaveText('typed|')
  await expect(page).toHaveURL('/address?q=typed')
})
