import { expect, type Locator, type Page } from '@playwright/test'

interface CountLink {
  /** What it is called. */
  readonly name: string
  readonly href: string
  readonly count: number
}

/** Every link of `scope` that leads a number to the list of bindings. One that only sorts that list counts nothing. */
export async function countLinks(scope: Locator): Promise<readonly CountLink[]> {
  const links = await scope.locator('a[href^="/bindings?"]:not([href*="sort="])').evaluateAll(found =>
    found.map(link => ({
      name: (link.getAttribute('aria-label') ?? link.textContent ?? '').trim(),
      href: link.getAttribute('href') ?? '',
    })),
  )
  return links.map(link => ({
    ...link,
    count: Number(/\d[\d,]*/.exec(link.name)?.[0].replaceAll(',', '') ?? Number.NaN),
  }))
}

/** Opens an address of the list of bindings. Out: how many rows it has, drawn or not. */
async function shownBindings(page: Page, href: string): Promise<number> {
  await page.goto(href)
  const grid = page.getByRole('grid', { name: 'Bindings' })
  const nothing = page.getByRole('heading', { name: /^No binding/ })
  await expect(grid.or(nothing)).toBeVisible()
  if (await nothing.isVisible()) return 0
  await expect(page.getByText(/^Rows? /)).toBeVisible()
  return Number(await grid.getAttribute('aria-rowcount')) - 1
}

/** How many bindings the list at an address is made from, without opening it. */
async function listedBindings(page: Page, href: string): Promise<number> {
  const { searchParams } = new URL(href, 'http://console')
  const answer = await page.request.get('/api/v1/bindings', { params: { q: searchParams.get('q') ?? '', limit: 1 } })
  return (await answer.json()).hits
}

/** Asserts that behind every number stand as many bindings; the first number is followed to its page. */
export async function expectCountsToHold(page: Page, links: readonly CountLink[]): Promise<void> {
  for (const { name, href, count } of links) expect(await listedBindings(page, href), name).toBe(count)
  const [first] = links
  if (first) expect(await shownBindings(page, first.href), first.name).toBe(first.count)
}
