import { expect, test } from '@playwright/test'

test.beforeEach(async ({ page }) => {
  await page.goto('/')
})

test.describe('a dialog', () => {
  test('starts on its first field, closes by Escape and gives the focus back', async ({ page }) => {
    const opener = page.getByRole('button', { name: 'Mark dirty' }).first()
    await opener.click()
    await expect(page.getByRole('dialog', { name: 'Mark aws-eu-0231 dirty' })).toBeVisible()
    await expect(page.getByRole('dialog').getByLabel('Reason')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(opener).toBeFocused()
  })

  test('does not lose what was typed', async ({ page }) => {
    await page.getByRole('button', { name: 'Mark dirty' }).first().click()
    await page.keyboard.type('j/? are letters here')
    for (const _ of [1, 2, 3]) await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await expect(page.getByRole('dialog').getByLabel('Reason')).toHaveValue('j/? are letters here')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test.describe('a disabled button', () => {
  test('can be reached, says why, and does nothing', async ({ page }) => {
    const release = page.getByRole('button', { name: 'Release' })
    await expect(release).toHaveAccessibleDescription('3 clusters still use this account. Delete or move them first.')
    await expect(release).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('tab', { name: 'Summary' }).focus()
    await release.focus()
    await page.keyboard.press('Shift')
    await page.getByRole('button', { name: 'Toast' }).focus()
    await page.keyboard.press('Shift+Tab')
    const tip = page.locator('[popover]:popover-open')
    await expect(tip).toHaveText('3 clusters still use this account. Delete or move them first.')
    await page.keyboard.press('Escape')
    await expect(tip).toHaveCount(0)
  })
})

test.describe('a menu', () => {
  test('hides the tip of its button while it is open', async ({ page }) => {
    const button = page.getByRole('button', { name: 'More actions' })
    const tip = page.locator('[popover="manual"]:popover-open')
    await button.evaluate(element => element.setAttribute('data-tip', 'More actions'))
    await button.hover()
    await expect(tip).toHaveText('More actions')
    await button.click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expect(tip).toHaveCount(0)
    await page.getByRole('menuitem').first().hover()
    await button.hover()
    await page.waitForTimeout(600)
    await expect(tip).toHaveCount(0)
  })

  test('opens by Arrow Down, moves by arrows and letters, closes by Escape', async ({ page }) => {
    const button = page.getByRole('button', { name: 'More actions' })
    await button.focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'Hold' })).toBeFocused()
    await page.keyboard.press('u')
    await expect(page.getByRole('menuitem', { name: /Undo dirty/ })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'Hold' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
    await expect(button).toBeFocused()
  })

  test('of the person switches single keys off and on', async ({ page }) => {
    await page.getByRole('button', { name: /m\.okafor/ }).click()
    await page.getByRole('menuitemcheckbox', { name: /Single-key/ }).click()
    await page.keyboard.press('/')
    await expect(page.getByRole('combobox', { name: /Search bindings/ }).first()).not.toBeFocused()
    await page.getByRole('button', { name: /m\.okafor/ }).click()
    await page.getByRole('menuitemcheckbox', { name: /Single-key/ }).click()
    await page.keyboard.press('/')
    await expect(page.getByRole('combobox', { name: /Search bindings/ }).first()).toBeFocused()
  })
})

test.describe('a combobox', () => {
  test('offers what fits, takes one by keyboard, and takes any text', async ({ page }) => {
    const region = page.getByRole('combobox', { name: 'Platform region' })
    await region.fill('eu')
    await expect(page.locator('[popover]').getByRole('option')).toHaveText([/cf-eu11/, /cf-eu20/, /cf-eu30/])
    await region.press('ArrowDown')
    await region.press('ArrowDown')
    await region.press('Enter')
    await expect(region).toHaveValue('cf-eu20')
    await expect(page.getByRole('listbox')).toBeHidden()
    await region.fill('cf-new1')
    await region.press('Tab')
    await expect(region).toHaveValue('cf-new1')
  })
})

test.describe('tabs', () => {
  test('move by arrows and name their panel', async ({ page }) => {
    await page.getByRole('tab', { name: 'Summary' }).click()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: /Shoots/ })).toBeFocused()
    await expect(page.getByRole('tabpanel', { name: /Shoots/ })).toContainText('Content of shoots')
    await page.keyboard.press('End')
    await expect(page.getByRole('tabpanel', { name: 'YAML' })).toBeVisible()
  })
})

test.describe('the theme', () => {
  test('goes from system to light to dark and is there before the page is drawn', async ({ page }) => {
    const root = page.locator('html')
    await expect(root).not.toHaveAttribute('data-theme')
    await page.getByRole('button', { name: 'Theme: system. Change to light' }).click()
    await expect(root).toHaveAttribute('data-theme', 'light')
    await page.getByRole('button', { name: 'Theme: light. Change to dark' }).click()
    const html = await (await page.request.get('/')).text()
    expect(html).toContain('data-theme="dark"')
    await page.reload()
    await page.getByRole('button', { name: 'Theme: dark. Change to system' }).click()
    await expect(root).not.toHaveAttribute('data-theme')
  })
})

test.describe('the shell', () => {
  test('leads past the navigation first', async ({ page }) => {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('main')).toBeFocused()
  })

  test('gives the focus to the heading after a navigation', async ({ page }) => {
    await page.getByRole('link', { name: 'Pools', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Pools' })).toBeFocused()
    await expect(page.getByRole('link', { name: 'Pools', exact: true }).first()).toHaveAttribute('aria-current', 'page')
  })

  test('has its navigation in a drawer in a narrow window', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('dialog', { name: 'Navigation' }).getByRole('link', { name: 'Pools' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Pools' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
