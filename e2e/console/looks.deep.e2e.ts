import type { Role } from '#lib/auth/roles.ts'
import { expectAccessible, expectAccessibleInBothThemes } from '../support/axe.ts'
import { watchLayoutShifts } from '../support/layout-shifts.ts'
import { PAGE_STATES, PAGES } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

interface Screen {
  readonly width: number
  readonly height: number
  readonly role: Role
  /** Colours depend on the theme but not on the width; the narrowest screen has the layout of a phone. */
  readonly axe: 'both themes' | 'one theme' | 'no'
}

/** A large screen, a phone, and the narrowest width that WCAG requires, each with another role. */
const SCREENS: readonly Screen[] = [
  { width: 1440, height: 900, role: 'admin', axe: 'both themes' },
  { width: 390, height: 844, role: 'viewer', axe: 'no' },
  { width: 320, height: 640, role: 'operator', axe: 'one theme' },
]

/**
 * The page must fill its width; axe would find the same as on smaller screens. Drawing the full height of such a screen
 * takes long without a graphics card.
 */
const LARGEST = { width: 3840, height: 600 }

test.describe.configure({ mode: 'parallel' })

for (const { address, shows, status = 200, signedOut = false } of [...Object.values(PAGES), ...PAGE_STATES])
  test(`${address} is accessible in both themes and fits every screen`, async ({ page, noise, signIn }) => {
    if (status !== 200) noise.expect(new RegExp(`status of ${status}`))
    const expectStill = await watchLayoutShifts(page)
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    for (const { role, axe, ...size } of SCREENS) {
      if (!signedOut) await signIn(role)
      await page.setViewportSize(size)
      expect((await page.goto(address))?.status()).toBe(status)
      await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible()
      if (axe === 'both themes') await expectAccessibleInBothThemes(page)
      if (axe === 'one theme') await expectAccessible(page)
      expect(await width(), `${size.width} wide`).toBe(size.width)
      await expectStill(`${size.width} pixels`)
    }
    await page.setViewportSize(LARGEST)
    await expect.poll(width).toBe(LARGEST.width)
  })
