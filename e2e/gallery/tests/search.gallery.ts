import { expect, test } from '@playwright/test'

test.beforeEach(async ({ page }) => {
  await page.goto('/')
})

test('a term becomes a chip when it is finished, and can be dropped', async ({ page }) => {
  const box = page.getByRole('combobox', { name: /^Search bindings, type/ })
  const applied = page.locator('output').first()
  await expect(page.getByRole('button', { name: 'Remove type:aws' })).toBeVisible()
  await box.fill('')
  await box.pressSequentially('state:dir')
  await expect(applied).toHaveText('type:aws -shared')
  await box.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove state:dirty' })).toBeVisible()
  await expect(applied).toHaveText('type:aws -shared state:dirty')
  await page.getByRole('button', { name: 'Remove type:aws' }).click()
  await expect(applied).toHaveText('-shared state:dirty')
  await expect(box).toBeFocused()
})

test('backspace takes the last chip back to be edited', async ({ page }) => {
  const box = page.getByRole('combobox', { name: /^Search bindings, type/ })
  await box.fill('')
  await box.press('Backspace')
  await expect(box).toHaveValue('-shared')
  await expect(page.getByRole('button', { name: 'Remove -shared' })).toHaveCount(0)
})

test('fields and values are completed', async ({ page }) => {
  const box = page.getByRole('combobox', { name: /^Search bindings, type/ })
  await box.fill('')
  await box.pressSequentially('sta')
  await expect(page.locator('[popover]').getByRole('option')).toHaveText([/state:/])
  await box.press('ArrowDown')
  await box.press('Tab')
  await expect(box).toHaveValue('state:')
  await expect(page.locator('[popover]').getByRole('option').first()).toHaveText('claimed')
  await box.pressSequentially('q')
  await box.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove state:quarantined' })).toBeVisible()
})

test('what is wrong stands under the box with the fields, once it is finished', async ({ page }) => {
  const wrong = page.getByRole('combobox', { name: /^Search bindings, tennant/ })
  await expect(wrong).toHaveAccessibleDescription(
    'Unknown field tennant. Did you mean tenant? Fields: name, shared, shoots, state, tenant, type.',
  )
  await expect(wrong).toHaveAttribute('aria-invalid', 'true')
  await wrong.fill('shoots:man')
  await expect(wrong).not.toHaveAttribute('aria-invalid')
  await wrong.press('Enter')
  await expect(wrong).toHaveAccessibleDescription(/"man" is no number/)
})

test('ten thousand characters are refused in words', async ({ page }) => {
  const box = page.getByRole('combobox', { name: /^Search bindings, type/ })
  await box.fill('x '.repeat(5_000))
  await expect(box).toHaveAccessibleDescription('The search has 10,000 characters; at most 2,000 are read. Shorten it.')
  await box.press('Enter')
  await expect(page.locator('output').first()).toHaveText('type:aws -shared')
})

test('the completions fit on the screen, above the box where there is no room below', async ({ page }) => {
  const box = page.getByRole('combobox', { name: /^Search bindings, type/ })
  await page.setViewportSize({ width: 1440, height: 760 })
  await box.fill('')
  await box.pressSequentially('state:')
  await expect(page.locator('[popover]').getByRole('option')).toHaveCount(11)
  await expect(page.locator('[popover]:popover-open')).toBeInViewport({ ratio: 1 })
})
