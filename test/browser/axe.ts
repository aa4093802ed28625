import axe from 'axe-core'
import { expect } from 'vitest'

/** Rules that apply to whole pages only. */
const PAGE_RULES = ['region', 'landmark-one-main', 'page-has-heading-one', 'html-has-lang', 'document-title', 'bypass']

/** Asserts that axe finds nothing in the rendered elements. */
export async function expectAccessible(): Promise<void> {
  const rules = Object.fromEntries(PAGE_RULES.map(rule => [rule, { enabled: false }]))
  const { violations } = await axe.run(document, { resultTypes: ['violations'], rules })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html.slice(0, 160)).join(' | ')}`)).toEqual(
    [],
  )
}
