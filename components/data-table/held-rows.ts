import type { TableItem, TableSource } from './table-source.ts'

/** The loaded lines of a list at the time of the hold. */
export interface Snapshot<Row, Group> {
  /** Identifies the list. */
  readonly listKey: string | null
  readonly items: ReadonlyMap<number, TableItem<Row, Group>>
  readonly count: number
}

/** Takes a snapshot of the loaded lines. */
export function takeSnapshot<Row, Group>(
  source: TableSource<Row, Group>,
  listKey: string | null,
): Snapshot<Row, Group> {
  return { listKey, items: new Map(loadedOf(source)), count: source.count }
}

/** Adds lines loaded since the snapshot; returns the same snapshot when there are none. */
export function extendSnapshot<Row, Group>(
  snapshot: Snapshot<Row, Group>,
  source: TableSource<Row, Group>,
): Snapshot<Row, Group> {
  const { items } = snapshot
  const count = countOf(snapshot, source)
  const added = loadedOf(source).filter(([index]) => index < count && !items.has(index))
  return added.length === 0 ? snapshot : { ...snapshot, count, items: new Map([...items, ...added]) }
}

interface Held<Row, Group> {
  readonly source: TableSource<Row, Group>
  /** Number of rows added, removed or moved since the snapshot. */
  readonly waiting: number
}

/** The held lines with current data. A deleted row remains and is marked as `gone`. */
export function heldSource<Row, Group>(
  snapshot: Snapshot<Row, Group>,
  source: TableSource<Row, Group>,
): Held<Row, Group> {
  const { items } = snapshot
  const fresh = loadedOf(source)
  const latest = new Map(fresh.map(([, item]) => [item.key, item]))
  const { first, end } = source.loaded
  const wholeEnd = end === source.count
  const before = Array.from(
    { length: (wholeEnd ? Math.max(end, snapshot.count) : end) - first },
    (_, at) => items.get(first + at)?.key,
  )
  const { gone, changes } = compareRows(
    before.filter(key => key !== undefined),
    fresh.map(([, { key }]) => key),
    { start: first === 0, end: wholeEnd },
  )
  const at = (index: number): TableItem<Row, Group> => {
    const item = items.get(index)
    if (item === undefined) return source.at(index)
    const now = latest.get(item.key)
    if (now) return now
    return item.kind === 'row' && gone.has(item.key) ? { ...item, gone: true } : item
  }
  return {
    source: { ...source, count: countOf(snapshot, source), at },
    // An empty list shows new rows at once, since they cannot move any other row.
    waiting: snapshot.count === 0 || (end === first && !wholeEnd) ? 0 : changes,
  }
}

/** The held count when the held last line is loaded; otherwise the current count. */
function countOf<Row, Group>({ items, count }: Snapshot<Row, Group>, source: TableSource<Row, Group>): number {
  return items.has(count - 1) ? count : source.count
}

function loadedOf<Row, Group>(source: TableSource<Row, Group>): readonly (readonly [number, TableItem<Row, Group>])[] {
  const { first, end } = source.loaded
  return Array.from({ length: end - first }, (_, at) => [first + at, source.at(first + at)] as const)
}

interface Ends {
  /** Both begin with the first row of their list. */
  readonly start: boolean
  /** Both end with the last row of their list. */
  readonly end: boolean
}

interface Difference {
  /** Keys of removed rows. */
  readonly gone: ReadonlySet<string>
  /** Number of rows added, removed or moved. */
  readonly changes: number
}

/**
 * Compares two versions of a loaded range by row keys. A row inserted before the range pushes
 * another one over its end, so differences at an end that is not the end of the list do not count.
 */
export function compareRows(before: readonly string[], now: readonly string[], ends: Ends): Difference {
  const places = new Map(now.map((key, place) => [key, place]))
  const known = new Set(before)
  const gone = new Set(missingInside(before, key => places.has(key), ends))
  const came = missingInside(now, key => known.has(key), ends)
  const stayed = before.flatMap(key => places.get(key) ?? [])
  return { gone, changes: gone.size + came.length + stayed.length - longestIncreasing(stayed) }
}

/** Keys that the other range lacks, except at ends where they may only have been pushed out. */
function missingInside(
  keys: readonly string[],
  common: (key: string) => boolean,
  { start, end }: Ends,
): readonly string[] {
  const first = start ? 0 : keys.findIndex(common)
  const last = end ? keys.length - 1 : keys.findLastIndex(common)
  return first < 0 ? [] : keys.slice(first, last + 1).filter(key => !common(key))
}

/** Length of the longest increasing subsequence. Rows outside of it have moved. */
function longestIncreasing(numbers: readonly number[]): number {
  const ends: number[] = []
  for (const number of numbers) {
    const rises = number > (ends.at(-1) ?? -1)
    ends[rises ? ends.length : ends.findIndex(end => end >= number)] = number
  }
  return ends.length
}
