import type { SearchField } from '#lib/search/field.ts'
import { formatSearch } from '#lib/search/format.ts'
import type { ListPart, PartRequest } from '#lib/search/list-part.ts'
import { matcher, type ReadField } from '#lib/search/match.ts'
import { parseSearch } from '#lib/search/parse.ts'
import type { SearchError, Term } from '#lib/search/term.ts'
import { valueTerms } from '#lib/search/value-terms.ts'
import type { Listed } from '../health.ts'

export type ListRequest = PartRequest

/** A part of a list of what Gardener has. */
export interface ListWindow<Row> extends ListPart<Row> {
  /** What has not all been read: numbers of these are not known, whatever they say. */
  readonly unread: readonly Listed[]
}

export type Compare<Item> = (a: Item, b: Item) => number

export interface ListShape<Item> {
  readonly fields: readonly SearchField[]
  read(item: Item): ReadField
  /** By column name; `tie` decides between equals, so that an order never depends on chance. */
  readonly orders: Readonly<Record<string, Compare<Item>>>
  readonly defaultSort: string
  /** The sort in whose order items come: a window of them is cut out as they are. */
  readonly itemOrder?: string
  readonly tie: Compare<Item>
  /** Items that have nothing in a column; they stand last, whatever the direction. */
  readonly lacks?: Readonly<Record<string, (item: Item) => boolean>>
}

interface Selection<Item> {
  readonly found: readonly Item[]
  readonly of: number
  readonly errors: readonly SearchError[]
}

/**
 * Filters and sorts items. A search with a slip finds none, and comes back with what is wrong. `now` is what times such as `24h` are
 * counted from, in milliseconds since 1970, for lists that have times.
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

/** The same in no particular order, for who only counts. */
export function findItems<Item>(
  items: Iterable<Item>,
  q: string,
  shape: Pick<ListShape<Item>, 'fields' | 'read'>,
  now?: number,
): Selection<Item> {
  const { terms, errors } = parseSearch(q, shape.fields)
  const matches = matcher(terms, shape.fields, now)
  const all = Array.isArray(items) ? (items as readonly Item[]) : Array.from(items)
  if (errors.length > 0) return { found: [], of: all.length, errors }
  return { found: terms.length === 0 ? all : all.filter(item => matches(shape.read(item))), of: all.length, errors }
}

/** The part of some items that a request asks for, in its order; the others are not sorted. */
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

/** An unknown column sorts by the default one. */
function sortOf<Item>(sort: string, { orders, defaultSort }: Pick<Ordered<Item>, 'orders' | 'defaultSort'>): string {
  return Object.hasOwn(orders, sort.replace(/^-/, '')) ? sort : defaultSort
}

/** The order a `sort` asks for. */
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

/** Where an item stands in a sorted list, or where it would have to be put. */
export function findPosition<Item>(sorted: readonly Item[], item: Item, compare: (a: Item, b: Item) => number): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const there = sorted[middle]
    if (there !== undefined && compare(there, item) < 0) from = middle + 1
    else to = middle
  }
  return from
}

/** A search without the terms that ask for values of some fields, so that other values can be counted; null when it has none of them. */
export function removeFields(terms: readonly Term[], fields: readonly string[]): string | null {
  const asking = new Set<Term>(fields.flatMap(field => valueTerms(terms, field)))
  return asking.size === 0 ? null : formatSearch(terms.filter(term => !asking.has(term)))
}
