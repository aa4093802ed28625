import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

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
