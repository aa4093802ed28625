import { expect, type Locator, type Page } from '@playwright/test'
import { plainNumbers } from './plain-numbers.ts'

interface CountLink {
  /** Accessible name of the link. */
  readonly name: string
  readonly href: string
  readonly count: number
}

interface Listing {
  readonly isAt: (address: URL) => boolean
  readonly grid: string
  readonly nothing: RegExp
  /** Numbers of rows according to the response of the list's route. */
  readonly rowsOf: (answer: Answer) => readonly number[]
}

interface Answer {
  readonly hits: number
  /** Of the bindings that match. */
  readonly accounts: number
  readonly total: number
  readonly shoots: readonly unknown[]
  readonly groups: readonly { readonly pools: readonly unknown[] }[]
}

const hits = ({ hits }: Answer) => [hits]
/** A number of accounts links to their bindings. */
const bindings = ({ hits, accounts }: Answer) => [hits, accounts]
const shoots = ({ shoots }: Answer) => [shoots.length]

const WAITING = 'Waiting claims'

/** The lists that numbers link to. */
const LISTINGS: readonly Listing[] = [
  { isAt: ({ pathname }) => pathname === '/bindings', grid: 'Bindings', nothing: /^No binding/, rowsOf: bindings },
  { isAt: ({ pathname }) => pathname === '/shoots', grid: 'Shoots', nothing: /^No (shoot|cluster)/, rowsOf: hits },
  {
    isAt: ({ pathname }) => pathname === '/global-accounts',
    grid: 'Global accounts',
    nothing: /^No global account/,
    rowsOf: hits,
  },
  {
    isAt: ({ pathname }) => pathname === '/operators/cleaning',
    grid: 'Cleaning',
    nothing: /^No account/,
    rowsOf: hits,
  },
  {
    isAt: ({ pathname }) => pathname === '/pools',
    grid: 'Pools',
    nothing: /^No pool/,
    // A pool that only a rule names has a row, but does not count as a pool.
    rowsOf: ({ hits, groups }) => [hits, groups.flatMap(({ pools }) => pools).length],
  },
  {
    isAt: ({ pathname, searchParams }) => pathname.startsWith('/bindings/') && searchParams.get('tab') === 'shoots',
    grid: 'Shoots on this account',
    nothing: /^No shoots use this account/,
    rowsOf: shoots,
  },
  {
    isAt: ({ pathname, searchParams }) =>
      pathname.startsWith('/global-accounts/') && searchParams.get('tab') === 'clusters',
    grid: 'Clusters of this global account',
    nothing: /^No clusters/,
    rowsOf: shoots,
  },
  {
    isAt: ({ pathname }) => pathname.startsWith('/jobs/'),
    grid: 'Bindings of the job',
    nothing: /^No bindings with this outcome/,
    rowsOf: hits,
  },
  {
    isAt: ({ pathname, hash }) => pathname.startsWith('/pools/') && hash === '#waiting',
    grid: WAITING,
    nothing: /^Nothing/,
    rowsOf: ({ total }) => [total],
  },
]

/** Lists that no number links to, but that show how many rows they have. */
const OTHERS: readonly Listing[] = [
  { isAt: ({ pathname }) => pathname === '/audit', grid: 'Actions', nothing: /^No action/, rowsOf: hits },
  { isAt: ({ pathname }) => pathname === '/jobs', grid: 'Jobs', nothing: /^No jobs?/, rowsOf: hits },
]

/** Lists with a search in their address. */
const SEARCHED = ['/bindings', '/shoots', '/global-accounts', '/pools', '/operators/cleaning', '/audit', '/jobs']

/** Links to whole lists and jobs may be plain navigation; they count rows only if their text contains a number. */
const WHOLE_LISTS = /^\/(bindings|shoots|global-accounts|pools|operators\/cleaning|jobs\/[\w-]+)$/

function listingAt(href: string): Listing | undefined {
  const address = addressOf(href)
  return LISTINGS.find(({ isAt }) => isAt(address))
}

function addressOf(href: string): URL {
  return new URL(href, 'http://console')
}

/** Every link in `scope` from a number to a list or to a tab with a list. */
export async function countLinks(scope: Locator): Promise<readonly CountLink[]> {
  const links = await scope.locator('a[href]').evaluateAll(found =>
    found.map(link => ({
      text: (link.textContent ?? '').trim(),
      name: (link.getAttribute('aria-label') ?? link.textContent ?? '').trim(),
      href: link.getAttribute('href') ?? '',
    })),
  )
  return links
    .filter(({ text, href }) => !isName(text, href))
    .filter(({ name, href }) => listingAt(href) && (/\d/.test(name) || !WHOLE_LISTS.test(href)))
    .map(({ name, href }) => ({
      name,
      href,
      count: Number(/\d[\d,]*/.exec(name)?.[0].replaceAll(',', '') ?? Number.NaN),
    }))
}

/**
 * True if the digits of a link belong to a name in its address, as in `same name aws-00003` or `job 8Ku1…Cfho`: such
 * a link counts nothing.
 */
function isName(text: string, href: string): boolean {
  const words = text.split(/\s+/).filter(word => /\d/.test(word))
  const address = addressOf(href).href
  const stands = (word: string) => word.split('…').every(part => address.includes(encodeURIComponent(part)))
  return words.length > 0 && words.every(word => /[a-z]/i.test(word) && stands(word))
}

/** Opens an address of a list and returns how many rows it has, rendered or not. */
async function shownRows(page: Page, href: string, { grid: name, nothing: none }: Listing): Promise<number> {
  await page.goto(href)
  const grid = page.getByRole('grid', { name })
  const nothing = page.getByRole('heading', { name: none })
  const rows = page.getByText(/^[\d,]+–[\d,]+ of |^[\d,]+ (shoots?|clusters?)\b/).filter({ visible: true })
  // A grid that is still loading may turn out to have no rows.
  await expect(grid.or(nothing)).toBeVisible()
  await expect(rows.or(nothing).first()).toBeVisible()
  if (await nothing.isVisible()) return 0
  return Number(await grid.getAttribute('aria-rowcount')) - 1
}

/** Numbers of rows of the list at an address, without opening it. */
async function listedRows(page: Page, href: string, { rowsOf }: Listing): Promise<readonly number[]> {
  const { pathname, searchParams, hash } = addressOf(href)
  if (hash === '#waiting') return rowsOf(await (await page.request.get(`/api/v1${pathname}/queue`)).json())
  const [q, status] = [searchParams.get('q'), searchParams.get('outcome')]
  // The route of pools has no pages.
  const part = pathname === '/pools' ? {} : { limit: 1 }
  const params = SEARCHED.includes(pathname) ? { q: q ?? '', ...part } : { ...(status !== null && { status }) }
  return rowsOf(await (await page.request.get(`/api/v1${pathname}`, { params })).json())
}

/**
 * Asserts that every number equals the rows of its list; opens the page of the first number that links to each list.
 */
export async function expectCountsToHold(page: Page, links: readonly CountLink[]): Promise<void> {
  for (const { name, href, count } of links) {
    const listing = listingAt(href)
    if (listing) expect(await listedRows(page, href, listing), name).toContain(count)
  }
  for (const listing of LISTINGS) {
    const first = links.find(({ href }) => listingAt(href) === listing)
    // The grid of pools also has rows for group heads; waiting claims are in a short table.
    if (first && listing.grid !== 'Pools' && listing.grid !== WAITING)
      expect(await listedRows(page, first.href, listing), first.name).toContain(
        await shownRows(page, first.href, listing),
      )
  }
}

/** The texts in which a list, or its tab, states its number of rows. */
const OWN_COUNT =
  /^(?:(?:Actions [\d,]+ to |[\d,]+–)[\d,]+ of ([\d,]+)(?:, \w+ first)?|([\d,]+)(?: of [\d,]+)? (?:binding|shoot|global account|pool|cluster|action|job)s?\b.*)$/

/**
 * Asserts that the row counts a page shows without a link are right: in its head, its foot, its search status and its
 * tabs.
 */
export async function expectOwnCountsToHold(page: Page, address: string): Promise<void> {
  const main = page.getByRole('main')
  for (const tab of await main.getByRole('tab').allTextContents()) {
    const [, name = '', count] = /^([A-Za-z ]+?)\s*([\d,]+)$/.exec(tab) ?? []
    if (count === undefined) continue
    const href = `${addressOf(address).pathname}?tab=${name.toLowerCase()}`
    const listing = listingAt(href)
    if (!listing) throw new Error(`No list is known behind the tab ${tab}.`)
    expect(await listedRows(page, href, listing), tab).toContain(numberOf(count))
  }
  const listing = listingAt(address) ?? OTHERS.find(({ isAt }) => isAt(addressOf(address)))
  if (!listing) return
  const rows = await listedRows(page, address, listing)
  const texts = (await plainNumbers(main)).filter(({ place }) => place === '').map(({ text }) => text)
  const own = texts.filter(text => OWN_COUNT.test(text))
  expect(own.length, `what ${address} says of its rows`).toBeGreaterThan(0)
  for (const text of own) expect(rows, text).toContain(numberOf(text.replace(OWN_COUNT, '$1$2')))
}

function numberOf(digits: string): number {
  return Number(digits.replaceAll(',', ''))
}
