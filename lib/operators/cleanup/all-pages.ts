import { CleanerError } from './cleaner-error.ts'
import { FAILURE_WORDS } from './failure-words.ts'

interface Page<Item> {
  readonly items: readonly Item[]
  /** What the next page is asked for with; `''` = there is none. */
  readonly next: string
}

/** Pages a list has at most. */
const MOST_PAGES = 2_000

/** All of a list that comes in pages; `page('')` asks for the first. Throws CleanerError for a list that does not end, or goes in circles. */
export async function allPages<Item>(
  doing: string,
  page: (token: string) => Promise<Page<Item>>,
): Promise<readonly Item[]> {
  const found: Item[] = []
  const tokens = new Set([''])
  for (let token = ''; tokens.size <= MOST_PAGES; ) {
    const { items, next } = await page(token)
    found.push(...items)
    if (next === '') return found
    if (tokens.has(next)) break
    tokens.add(next)
    token = next
  }
  throw new CleanerError('unexpected', doing, FAILURE_WORDS.unexpected)
}
