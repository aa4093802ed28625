import { compareText } from '#lib/hap/text.ts'
import { createWordTest } from './match.ts'

/** Rank of a match: the name equals the text, starts with it, or contains it. */
const EXACT = 0
const STARTS_WITH = 1
const CONTAINS = 2

type Closeness = typeof EXACT | typeof STARTS_WITH | typeof CONTAINS

/** An item found by one of its names. */
export interface Named<Item> {
  readonly item: Item
  /** The name with the best rank. */
  readonly name: string
  readonly closeness: Closeness
}

/**
 * The `limit` best items with a name that contains every word of `text`, in the order of rank and name. Words match as in lists. An empty
 * text finds nothing.
 */
export function findNamed<Item>(
  items: Iterable<Item>,
  text: string,
  limit: number,
  namesOf: (item: Item) => readonly string[],
): readonly Named<Item>[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  const [first = createWordTest(wanted), ...others] = wanted.split(/\s+/).map(createWordTest)
  const matches = (name: string) => first(name) && others.every(test => test(name))
  const best: Named<Item>[] = []
  for (const item of items) {
    const named = bestName(item, namesOf(item), matches, wanted)
    if (named) insertRanked(best, named, limit)
  }
  return best
}

function bestName<Item>(
  item: Item,
  names: readonly string[],
  matches: (name: string) => boolean,
  wanted: string,
): Named<Item> | null {
  let best: Named<Item> | null = null
  for (const name of names) {
    if (!matches(name)) continue
    const closeness = closenessOf(name.toLowerCase(), wanted)
    if (best === null || closeness < best.closeness) best = { item, name, closeness }
  }
  return best
}

function closenessOf(name: string, wanted: string): Closeness {
  if (name === wanted) return EXACT
  return name.startsWith(wanted) ? STARTS_WITH : CONTAINS
}

function insertRanked<Item>(best: Named<Item>[], named: Named<Item>, limit: number): void {
  const after = best.findIndex(other => compareRank(named, other) < 0)
  if (after < 0 && best.length >= limit) return
  best.splice(after < 0 ? best.length : after, 0, named)
  if (best.length > limit) best.pop()
}

function compareRank<Item>(a: Named<Item>, b: Named<Item>): number {
  return a.closeness - b.closeness || compareText(a.name, b.name)
}
