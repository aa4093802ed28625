import type { TableSource } from './table-source.ts'

/** The line with the keyboard focus. Its key identifies it after a refresh moves lines. */
interface ActiveLine {
  readonly index: number
  readonly key: string | null
}

export const FIRST_LINE: ActiveLine = { index: 0, key: null }

/** How far a line is followed when others come or go before it. */
const REACH = 100

/** Where the active line is now: where it was, near that, or at the same place when it is gone. */
export function locate<Row, Group>({ index, key }: ActiveLine, source: TableSource<Row, Group>): number {
  const is = (at: number) => at >= 0 && at < source.count && source.at(at).key === key
  if (key !== null && !is(index)) {
    for (let away = 1; away <= REACH; away++) {
      if (is(index - away)) return index - away
      if (is(index + away)) return index + away
    }
  }
  return Math.min(index, source.count - 1)
}
