import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'

/** What another theme can change; all the rest of a page is the same in both. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** A page takes longer to receive the readable file than axe takes to check the page. */
const SCRIPT = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** What is in order is not needed, and describing all of it takes axe longer than finding what is not. */
const ONLY_VIOLATIONS: RunOptions = { resultTypes: ['violations'], selectors: false }

/** Asserts the same in the light theme and in the dark one, without loading the page again; afterwards it is light. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, COLOUR_RULES)
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Asserts that axe finds nothing on the page as it is now, WCAG 2.2 AA and best practices; with `rules` only by those. */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  // Measured while a layer fades in, a colour would be a mixture.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        animation =>
          animation.playState !== 'running' || animation.effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
      ),
  )
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SCRIPT)
  const options: RunOptions = { ...ONLY_VIOLATIONS, ...(rules && { runOnly: [...rules] }) }
  const found = await page.evaluate(async given => {
    const { violations } = await (window as unknown as { axe: typeof import('axe-core') }).axe.run(given)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  }, options)
  expect(found).toEqual([])
}
