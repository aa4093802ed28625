interface Ends {
  /** Both begin with the first row of their list. */
  readonly start: boolean
  /** Both end with the last row of their list. */
  readonly end: boolean
}

interface Difference {
  /** Keys that are no longer here. */
  readonly gone: ReadonlySet<string>
  /** Rows that came, went, or stand elsewhere. */
  readonly changes: number
}

/**
 * What happened to the rows of a part of a list, by their keys. A row that came before the part pushes another one over its end: what is
 * missing or new at an end that is none of the list is no change.
 */
export function compareRows(before: readonly string[], now: readonly string[], ends: Ends): Difference {
  const places = new Map(now.map((key, place) => [key, place]))
  const known = new Set(before)
  const gone = new Set(inside(before, key => places.has(key), ends))
  const came = inside(now, key => known.has(key), ends)
  const stayed = before.flatMap(key => places.get(key) ?? [])
  return { gone, changes: gone.size + came.length + stayed.length - longestRise(stayed) }
}

/** The keys that the other part lacks, without those at the ends that may only have been pushed out. */
function inside(keys: readonly string[], common: (key: string) => boolean, { start, end }: Ends): readonly string[] {
  const first = start ? 0 : keys.findIndex(common)
  const last = end ? keys.length - 1 : keys.findLastIndex(common)
  return first < 0 ? [] : keys.slice(first, last + 1).filter(key => !common(key))
}

/** How many of some numbers may stay so that they rise: the others have moved. */
function longestRise(numbers: readonly number[]): number {
  const ends: number[] = []
  for (const number of numbers) {
    const rises = number > (ends.at(-1) ?? -1)
    ends[rises ? ends.length : ends.findIndex(end => end >= number)] = number
  }
  return ends.length
}
