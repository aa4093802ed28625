import type { SearchField } from '#lib/search/field.ts'
import { formatSearch } from '#lib/search/format.ts'
import type { ListPart, PartRequest } from '#lib/search/list-part.ts'
import { createMatcher, type ReadField } from '#lib/search/match.ts'
import { parseSearch } from '#lib/search/parse.ts'
import type { SearchError, Term } from '#lib/search/term.ts'
import { valueTerms } from '#lib/search/value-filter.ts'
import type { Listed } from '../health.ts'

/** Search, sort and window of a list, as the address of a page carries them. */
export type ListRequest = PartRequest

/** A part of a list of inventory data. */
export interface ListWindow<Row> extends ListPart<Row> {
  /** Sources that are not completely read; counts of these are unknown. */
  readonly unread: readonly Listed[]
}

/** Compares two items for a sort, as Array.prototype.sort expects it. */
export type Compare<Item> = (a: Item, b: Item) => number

/** Search fields and orders of a list, derived by defineList. */
export interface ListShape<Item> {
  readonly fields: readonly SearchField[]
  read(item: Item): ReadField
  /** By column id; `tie` orders equal items, so that an order is deterministic. */
  readonly orders: Readonly<Record<string, Compare<Item>>>
  readonly defaultSort: string
  /** Sort by which items already arrive, so that a window is a slice of them. */
  readonly itemOrder?: string
  readonly tie: Compare<Item>
  /** Items without a value in a column; they come last in both directions. */
  readonly lacks?: Readonly<Record<string, (item: Item) => boolean>>
}

interface Selection<Item> {
  readonly found: readonly Item[]
  readonly of: number
  readonly errors: readonly SearchError[]
}

/**
 * Filters and sorts items. An invalid search has no hits and returns its errors. `now`, in
 * milliseconds since 1970, is the reference for relative times such as `24h`.
 */
export function selectItems<Item>(
  items: Iterable<Item>,
  { q, sort }: Pick<ListRequest, 'q' | 'sort'>,
  shape: ListShape<Item>,
  now?: number,
): Selection<Item> {
  const { found, of, errors } = findItems(items, q, shape, now)
  return { found: found.toSorted(orderOf(sort, shape)), of, errors }
}

/** Filters items without sorting them, for callers that only count. */
export function findItems<Item>(
  items: Iterable<Item>,
  q: string,
  shape: Pick<ListShape<Item>, 'fields' | 'read'>,
  now?: number,
): Selection<Item> {
  const { terms, errors } = parseSearch(q, shape.fields)
  const matches = createMatcher(terms, shape.fields, now)
  const all = Array.isArray(items) ? (items as readonly Item[]) : Array.from(items)
  if (errors.length > 0) return { found: [], of: all.length, errors }
  return { found: terms.length === 0 ? all : all.filter(item => matches(shape.read(item))), of: all.length, errors }
}

/** Returns the requested window in its order without sorting the other items. */
export function sliceWindow<Item>(
  items: readonly Item[],
  { sort, offset, limit }: Omit<ListRequest, 'q'>,
  shape: Ordered<Item>,
): readonly Item[] {
  const end = offset + limit
  if (sortOf(sort, shape) === shape.itemOrder) return items.slice(offset, end)
  if (end * 8 > items.length) return items.toSorted(orderOf(sort, shape)).slice(offset, end)
  const compare = orderOf(sort, shape)
  const best: Item[] = []
  for (const item of items) {
    const last = best.length < end ? undefined : best[end - 1]
    if (last !== undefined && compare(item, last) >= 0) continue
    best.splice(findPosition(best, item, compare), 0, item)
    if (best.length > end) best.pop()
  }
  return best.slice(offset)
}

type Ordered<Item> = Omit<ListShape<Item>, 'fields' | 'read'>

/** An unknown column falls back to the default sort. */
function sortOf<Item>(sort: string, { orders, defaultSort }: Pick<Ordered<Item>, 'orders' | 'defaultSort'>): string {
  return Object.hasOwn(orders, sort.replace(/^-/, '')) ? sort : defaultSort
}

/** Returns the comparison for a `sort` parameter. */
function orderOf<Item>(sort: string, shape: Ordered<Item>): Compare<Item> {
  const { orders, tie, lacks } = shape
  const known = sortOf(sort, shape)
  const column = known.replace(/^-/, '')
  const compare = orders[column] ?? tie
  const without = lacks?.[column]
  const direction = known.startsWith('-') ? -1 : 1
  const inColumn: Compare<Item> = (a, b) => direction * compare(a, b) || tie(a, b)
  return without ? (a, b) => Number(without(a)) - Number(without(b)) || inColumn(a, b) : inColumn
}

/** Finds the position of an item in a sorted list, or where to insert it. */
export function findPosition<Item>(sorted: readonly Item[], item: Item, compare: (a: Item, b: Item) => number): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const other = sorted[middle]
    if (other !== undefined && compare(other, item) < 0) from = middle + 1
    else to = middle
  }
  return from
}

/** A search with its hits among all items. */
interface Searched<Item> {
  readonly q: string
  readonly all: readonly Item[]
  readonly found: readonly Item[]
}

/**
 * Finds the items of a search without its terms on some fields, in order to count other values of
 * these fields.
 */
export function findWithoutFields<Item>(
  fields: readonly string[],
  { q, all, found }: Searched<Item>,
  shape: Pick<ListShape<Item>, 'fields' | 'read'>,
  now?: number,
): readonly Item[] {
  const { terms } = parseSearch(q, shape.fields)
  const ignored = new Set<Term>(fields.flatMap(field => valueTerms(terms, field)))
  if (ignored.size === 0) return found
  return findItems(all, formatSearch(terms.filter(term => !ignored.has(term))), shape, now).found
}
