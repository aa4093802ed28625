import type { Role } from '#lib/auth/roles.ts'
import { expectAccessibleInBothThemes } from './axe.ts'
import { watchLayoutShifts } from './layout-shifts.ts'
import { expect, test } from './test.ts'

/** A large and a small screen, a phone, and the narrowest that WCAG asks for; on each looks somebody else. */
const SCREENS: readonly { readonly width: number; readonly height: number; readonly role: Role }[] = [
  { width: 1440, height: 900, role: 'admin' },
  { width: 1280, height: 800, role: 'operator' },
  { width: 390, height: 844, role: 'viewer' },
  { width: 320, height: 640, role: 'operator' },
]

/** What a page has to fill as well; what it says there it says on the others. */
const LARGEST = { width: 3840, height: 2160 }

interface Looked {
  readonly address: string
  /** Status of the page. */
  readonly status?: number
  /** Nobody looks at it but who is signed out. */
  readonly signedOut?: boolean
  /** Text that is there once the page shows what it is opened for. */
  readonly shows: string | RegExp
}

/** Tests of one page on every screen: axe finds nothing in either theme, nothing moves once it is there, and nothing scrolls sideways. */
export function looksRightEverywhere({ address, shows, status = 200, signedOut = false }: Looked): void {
  test(`${address} is accessible in both themes, and fits every screen`, async ({ page, noise, signIn }) => {
    if (status !== 200) noise.expect(new RegExp(`status of ${status}`))
    const expectStill = await watchLayoutShifts(page)
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    for (const { role, ...size } of SCREENS) {
      if (!signedOut) await signIn(role)
      await page.setViewportSize(size)
      expect((await page.goto(address))?.status()).toBe(status)
      await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible()
      await expectAccessibleInBothThemes(page)
      expect(await width(), `${size.width} wide`).toBe(size.width)
      await expectStill(`${size.width} pixels`)
    }
    await page.setViewportSize(LARGEST)
    await expect.poll(width).toBe(LARGEST.width)
  })
}
