import { expect, test } from '@playwright/test'
import { expectAccessible } from '../../support/axe.ts'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

for (const colorScheme of ['light', 'dark'] as const) {
  for (const viewport of SIZES) {
    test.describe(`${colorScheme}, ${viewport.width} wide`, () => {
      test.use({ colorScheme, viewport })

      for (const path of ['/', '/pools', '/rows']) {
        test(`axe finds nothing on ${path}`, async ({ page }) => {
          await page.goto(path)
          await expectAccessible(page)
        })
      }

      test('axe finds nothing in a dialog, a menu, a list of suggestions and a toast', async ({ page }) => {
        await page.goto('/')
        await page.getByRole('button', { name: 'Mark dirty' }).first().click()
        await expectAccessible(page)
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'More actions' }).click()
        await expectAccessible(page)
        await page.keyboard.press('Escape')
        await page.getByRole('combobox', { name: 'Platform region' }).press('ArrowDown')
        await expectAccessible(page)
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Toast' }).click()
        await expect(page.getByText('aws-eu-0231 is dirty')).toBeVisible()
        await expectAccessible(page)
      })
    })
  }
}

test('no style sheet is injected and nothing breaks the content security policy', async ({ page }) => {
  const complaints: string[] = []
  page.on(
    'console',
    message => message.type() === 'error' && /security policy/i.test(message.text()) && complaints.push(message.text()),
  )
  for (const path of ['/', '/pools', '/rows']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  expect(complaints).toEqual([])
})

test('motion stops for whoever asks for less of it', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const running = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
  expect(await running()).toBe(0)
  await page.getByRole('button', { name: 'Mark dirty' }).first().click()
  expect(await running()).toBe(0)
})
