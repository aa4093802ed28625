import type { Page } from '@playwright/test'

/**
 * Translates a page as browsers do: replaces each text by nested `font` elements, except below translate="no". Returns
 * the number of texts.
 */
export async function translatePage(page: Page): Promise<number> {
  return page.evaluate(() => {
    const isTranslated = ({ parentElement, data }: Text) =>
      data.trim() !== '' &&
      parentElement?.closest('script, style') === null &&
      parentElement.closest('[translate]')?.getAttribute('translate') !== 'no'
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    const translated = texts.filter(isTranslated)
    for (const each of translated) {
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      inner.textContent = `[${each.data}]`
      outer.append(inner)
      each.replaceWith(outer)
    }
    return translated.length
  })
}
