import { useMemo, useState } from 'react'
import type { PoolGroup, PoolRow } from '#lib/queries/pools/pool-row.ts'

interface StableOrder {
  readonly groups: readonly PoolGroup[]
  /** Whether a refresh changed the sort order. */
  readonly moved: boolean
  /** Applies the current sort order. */
  readonly sortAgain: () => void
}

interface Order {
  readonly listKey: string | null
  readonly keys: readonly string[]
}

/**
 * Keeps groups and rows in the order of the first response, so that no row moves under the pointer.
 * `listKey` identifies the list; null while `fresh` is still the previous list.
 */
export function useStableOrder(fresh: readonly PoolGroup[], listKey: string | null): StableOrder {
  const freshKeys = useMemo(() => keysOf(fresh), [fresh])
  const [seen, setSeen] = useState<Order>({ listKey, keys: freshKeys })
  const before = listKey === null || seen.listKey === listKey ? seen : { listKey, keys: freshKeys }
  if (before !== seen) setSeen(before)
  return useMemo(() => {
    const keys = keepOrder(before.keys, freshKeys)
    return {
      groups: inOrder(fresh, keys),
      moved: keys.some((key, index) => key !== freshKeys[index]),
      sortAgain: () => setSeen({ listKey, keys: freshKeys }),
    }
  }, [before, fresh, freshKeys, listKey])
}

function keysOf(groups: readonly PoolGroup[]): readonly string[] {
  return groups.flatMap(({ provider, pools }) => [provider, ...pools.map(({ key }) => rowKey(key))])
}

/** The prefix keeps keys unique, since providers and pools share names such as `aws`. */
function rowKey(key: string): string {
  return `pool ${key}`
}

function inOrder(groups: readonly PoolGroup[], keys: readonly string[]): readonly PoolGroup[] {
  const places = new Map(keys.map((key, place) => [key, place]))
  const place = (key: string) => places.get(key) ?? 0
  const byPlace = (a: PoolRow, b: PoolRow) => place(rowKey(a.key)) - place(rowKey(b.key))
  return groups
    .map(group => ({ ...group, pools: group.pools.toSorted(byPlace) }))
    .sort((a, b) => place(a.provider) - place(b.provider))
}

/** Sorts the keys of `now` in their previous order; a new key follows its predecessor in `now`. */
export function keepOrder(before: readonly string[], now: readonly string[]): readonly string[] {
  const present = new Set(now)
  const order = before.filter(key => present.has(key))
  const known = new Set(order)
  now.forEach((key, index) => {
    if (known.has(key)) return
    const previous = now[index - 1]
    order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, key)
  })
  return order
}
