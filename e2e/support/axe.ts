import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'

/** The only rules whose result depends on the theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** The minified file: sending the readable one to a page takes longer than the check. */
const SCRIPT = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Only violations are reported, since describing passed rules takes axe longer than finding violations. */
const ONLY_VIOLATIONS: RunOptions = { resultTypes: ['violations'], selectors: false }

/** Asserts that the page is accessible in both themes, without loading it twice. The page ends in the light theme. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, COLOUR_RULES)
  await page.emulateMedia({ colorScheme: 'light' })
}

/**
 * Asserts that axe finds no violation of WCAG 2.2 AA or of best practices on the page in its current state; `rules`
 * limits the check.
 */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  // While a layer fades in, axe would measure a blended colour.
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
