import type { Locator } from '@playwright/test'

/** A number without a link: its place, such as `Capacity › Headroom`, and the whole text of its element. */
interface PlainNumber {
  readonly place: string
  readonly text: string
}

/** A number that needs no link, with the reason. Every pattern must match the whole text. */
export interface Excuse {
  /** The address of the page, without the origin. */
  readonly on: RegExp
  /** The panel, list or table of the number, and its column or term; empty outside of them. */
  readonly place: string | RegExp
  readonly text: RegExp
  readonly because: string
}

/** Elements whose numbers are times, code or input; drawings repeat their numbers in a table. */
const NO_COUNTS = 'time, code, pre, input, select, textarea, svg, h1'

/** Every number in `scope` without a link to a list, except names in the links of their objects. */
export async function plainNumbers(scope: Locator): Promise<readonly PlainNumber[]> {
  return scope.evaluate((root, noCounts) => {
    const LISTS =
      /^\/(bindings|shoots|global-accounts|pools|operators\/cleaning)(\?|$)|^\/jobs\/|[?&]tab=(shoots|clusters)|^\/pools\/[^?]+#waiting$/
    const named = (element: Element | null) => {
      const ids = element?.getAttribute('aria-labelledby')
      return (element?.getAttribute('aria-label') ?? (ids && document.getElementById(ids)?.textContent) ?? '').trim()
    }
    const headOf = (element: Element) => {
      const cell = element.closest('td, th')
      const row = cell?.closest('tr')
      const heads = cell?.closest('table, [role="grid"]')?.querySelectorAll('thead th')
      const head = cell && row && heads?.[[...row.children].indexOf(cell)]?.textContent
      return head ?? element.closest('dd')?.previousElementSibling?.textContent ?? ''
    }
    const placeOf = (element: Element) => {
      const regions = 'table, [role="grid"], section, nav, ul, ol, [role="region"], [role="tablist"], form'
      let region = element.closest(regions)
      while (region && root.contains(region) && named(region) === '')
        region = region.parentElement?.closest(regions) ?? null
      const inside = region && root.contains(region) ? named(region) : ''
      return [inside, headOf(element)].filter(Boolean).join(' › ')
    }
    const isName = (link: Element, text: string) => {
      const address = decodeURIComponent(link.getAttribute('href') ?? '').replaceAll('+', ' ')
      return /[a-z]/i.test(text) && text.split('…').every(part => address.includes(part))
    }
    const found = new Map<string, PlainNumber>()
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      const own = (node.textContent ?? '').trim()
      if (!parent || !/\d/.test(own) || parent.closest(noCounts) || !parent.checkVisibility()) continue
      const link = parent.closest('a[href]')
      if (link && (LISTS.test(link.getAttribute('href') ?? '') || isName(link, own))) continue
      const text = (parent.textContent ?? '').replace(/\s+/g, ' ').trim()
      const number = { place: placeOf(parent), text }
      found.set(JSON.stringify(number), number)
    }
    return [...found.values()]
  }, NO_COUNTS)
}

/** Numbers of a page without a link and without an excuse. */
export async function unexplainedNumbers(
  address: string,
  scope: Locator,
  excuses: readonly Excuse[],
): Promise<readonly PlainNumber[]> {
  const here = excuses.filter(({ on }) => fits(on, address) || fits(on, address.split('?', 1)[0] ?? ''))
  const found = await plainNumbers(scope)
  return found.filter(({ place, text }) => !here.some(each => fits(each.place, place) && fits(each.text, text)))
}

function fits(pattern: string | RegExp, text: string): boolean {
  return typeof pattern === 'string' ? pattern === text : new RegExp(`^(?:${pattern.source})$`).test(text)
}
