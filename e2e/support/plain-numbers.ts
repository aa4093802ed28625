import type { Locator } from '@playwright/test'

/** What may hold a digit and counts no rows: names that can be pasted, times, and what is pressed. */
const NO_COUNTS = 'a, button, time, code, pre, input, select, textarea, svg, h1, [role="tab"], [role="status"]'

/** Texts with a digit that lead nowhere and that none of `known` explains, each with what it stands in. */
export async function plainNumbers(scope: Locator, known: readonly RegExp[]): Promise<readonly string[]> {
  const found = await scope.evaluate((root, noCounts) => {
    const texts: string[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!parent || !/\d/.test(node.textContent ?? '') || parent.closest(noCounts) || !parent.checkVisibility())
        continue
      texts.push(
        `${node.textContent?.trim()} — in: ${parent.closest('li, tr, p, section, div')?.textContent?.slice(0, 160)}`,
      )
    }
    return texts
  }, NO_COUNTS)
  return found.filter(text => !known.some(one => one.test(text)))
}
