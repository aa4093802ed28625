import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What another theme can change; all the rest of a page is the same in both. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Asserts the same in the light theme and in the dark one, without loading the page anew; afterwards it is light. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, COLOUR_RULES)
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Asserts that axe finds nothing on the page as it is now, WCAG 2.2 AA and best practices; by `rules` only what those say. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  // Measured while a layer fades in, a colour would be a mixture.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        animation =>
          animation.playState !== 'running' || animation.effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
      ),
  )
  // There are no frames; the other way opens a page of its own each time.
  // What is in order is not needed, and describing all of it takes axe longer than finding what is not.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], selectors: false })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html.slice(0, 160)).join(' | ')}`)
  expect(found).toEqual([])
}
