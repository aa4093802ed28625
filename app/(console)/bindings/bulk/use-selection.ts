'use client'

import {
  type Dispatch,
  type SetStateAction,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { fetchMatching } from '#app/data/binding-queries.ts'
import type { ListSearch } from '#app/data/list-search.ts'
import { useParameter } from '#components/address/use-parameter.ts'
import type { RowSelection, TableSource } from '#components/data-table/table-source.ts'
import { showToast } from '#components/ui/toast.tsx'
import { MAX_JOB_TARGETS } from '#lib/hap/actions/job.ts'
import type { BindingRow } from '#lib/queries/bindings/binding-list.ts'
import type { SelectedBinding } from '#lib/queries/bindings/bulk-offers.ts'

export interface Selection extends Pick<SelectionState, 'chosen'> {
  readonly rows: RowSelection<BindingRow>
  clear(): void
  /** Selects all rows that match the search. */
  chooseAll(): void
}

/** A CredentialsBinding and a SecretBinding may have the same name. */
const nameOf = ({ name, kind }: BindingRow) => `${name}, ${kind}`

/**
 * Selection of a list for the duration of its search, stored in the address. `hits` = number of all
 * matching rows.
 */
export function useSelection(search: ListSearch, source: TableSource<BindingRow>, hits: number): Selection {
  const { q } = search
  const [state, setState] = useState(() => emptySelection(q))
  const current = ofSearch(state, q)
  const { chosen, anchor } = current
  useSelectionAddress(search, current, setState)
  const add = (rows: readonly SelectableRow[], next: Anchor | null) =>
    setState(before => withRows(ofSearch(before, q), rows, next))
  const addFetched = async (
    pick: (rows: readonly SelectableRow[]) => readonly SelectableRow[],
    next: Anchor | null,
    isWhole = false,
  ) => {
    setState(before => ofSearch(before, q))
    try {
      const rows = pick((await fetchMatching(search)).rows)
      // A selection made under another search since the request began wins.
      setState(before => (before.q === q ? withRows(before, rows, next, isWhole) : before))
    } catch {
      showToast({
        text: 'The bindings were not selected.',
        failed: true,
        detail: 'The console is not responding. Try again.',
      })
    }
  }
  const extend = (index: number, key: string, from: Anchor) => {
    const rows = rowsBetween(source, from, index)
    if (rows !== null) return add(rows, from)
    void addFetched(all => {
      const [a, b] = [from.key, key].map(end => all.findIndex(row => row.key === end))
      if (a === undefined || b === undefined || a < 0 || b < 0) return []
      return all.slice(Math.min(a, b), Math.max(a, b) + 1)
    }, from)
  }
  const picked = useEffectEvent((index: number, key: string, range: boolean) => {
    if (range && anchor !== null) return extend(index, key, anchor)
    const here = { index, key }
    if (chosen.has(key)) return setState(before => withoutRow(ofSearch(before, q), here))
    const item = source.at(index)
    if (item.kind === 'row') add([item.row], here)
  })
  const pick = useCallback<RowSelection<BindingRow>['pick']>((...given) => picked(...given), [])
  const clear = () => setState(emptySelection(q))
  const chooseAll = () => void addFetched(all => all, null, true)
  const all = chosen.size === 0 ? false : chosen.size >= hits ? true : 'mixed'
  const has = useMemo(() => (key: string) => chosen.has(key), [chosen])
  return { chosen, clear, chooseAll, rows: { has, pick, all, nameOf, onAll: on => (on ? chooseAll() : clear()) } }
}

/**
 * Stores a selection in the address and restores it after a link, a reload, the back button or
 * sign-in. Restores only rows that match the search.
 */
function useSelectionAddress(
  search: ListSearch,
  current: SelectionState,
  change: Dispatch<SetStateAction<SelectionState>>,
): void {
  const { q } = search
  const [text, setText] = useParameter('sel')
  const mine = formatSelection(current)
  // The text last written or read. Another value means that the address changed.
  const known = useRef('')
  const isTaking = useRef(false)
  const [turn, setTurn] = useState(0)
  const take = useEffectEvent(async () => {
    if (text === '') return change(emptySelection(q))
    isTaking.current = true
    change(before => ofSearch(before, q))
    try {
      const { rows } = await fetchMatching(search)
      // A selection made since the request began wins.
      change(before => (before.q === q && before.chosen.size === 0 ? parseSelection(text, q, rows) : before))
    } catch {
      showToast({
        text: 'The bindings were not selected.',
        failed: true,
        detail: 'The console is not responding. Reload the page.',
      })
    } finally {
      isTaking.current = false
      setTurn(before => before + 1)
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn ends when an address was taken
  useEffect(() => {
    if (text !== known.current) {
      known.current = text
      void take()
    } else if (!isTaking.current && mine !== text) {
      known.current = mine
      setText(mine)
    }
  }, [text, mine, turn, setText])
}

/** A selectable row. */
export interface SelectableRow extends SelectedBinding {
  readonly key: string
}

/** Start of a range selection. */
interface Anchor {
  readonly index: number
  readonly key: string
}

interface SelectionState {
  /**
   * The search of the selection. Another search clears it, so that no action affects hidden rows.
   */
  readonly q: string
  /** Keyed by row. */
  readonly chosen: ReadonlyMap<string, SelectedBinding>
  readonly anchor: Anchor | null
  /** Whether all matching rows were selected at once and none was removed. */
  readonly isWhole: boolean
}

export function emptySelection(q: string): SelectionState {
  return { q, chosen: new Map(), anchor: null, isWhole: false }
}

/** The state for a search; empty when it belongs to another one. */
export function ofSearch(state: SelectionState, q: string): SelectionState {
  return state.q === q ? state : emptySelection(q)
}

/** Adds rows, up to the maximum of one job. */
export function withRows(
  { q, chosen }: SelectionState,
  rows: Iterable<SelectableRow>,
  anchor: Anchor | null,
  isWhole = false,
): SelectionState {
  const all = new Map(chosen)
  for (const { key, kind, name } of rows) if (all.size < MAX_JOB_TARGETS) all.set(key, { kind, name })
  return { q, chosen: all, anchor, isWhole }
}

/** Removes a row, which becomes the anchor of the next range. */
export function withoutRow({ q, chosen }: SelectionState, anchor: Anchor): SelectionState {
  const rest = new Map(chosen)
  rest.delete(anchor.key)
  return { q, chosen: rest, anchor, isWhole: false }
}

/**
 * Rows from an anchor to an index; null when some are not loaded, or the list moved since the range
 * began.
 */
export function rowsBetween<Row extends SelectableRow>(
  source: TableSource<Row>,
  from: Anchor,
  to: number,
): Row[] | null {
  if (from.index >= source.count || source.at(from.index).key !== from.key) return null
  const [first, last] = to < from.index ? [to, from.index] : [from.index, to]
  const rows: Row[] = []
  for (let index = first; index <= last; index++) {
    const item = source.at(index)
    if (item.kind !== 'row') return null
    rows.push(item.row)
  }
  return rows
}

/** Maximum number of rows that an address names one by one. More would make the link too long. */
const MAX_NAMED = 100

/** Selects all rows that match the search. */
const ALL = '*'

/**
 * Formats a selection for the address: names, with the kind unless that is CredentialsBinding.
 * Empty when it has more than the address can name.
 */
export function formatSelection({ chosen, isWhole }: Pick<SelectionState, 'chosen' | 'isWhole'>): string {
  if (chosen.size > MAX_NAMED) return isWhole ? ALL : ''
  return [...chosen.values()].map(nameInAddress).join(',')
}

/** Parses the selection of an address. Rows that do not match the search are ignored. */
export function parseSelection(text: string, q: string, rows: readonly SelectableRow[]): SelectionState {
  const names = new Set(text.split(','))
  const isWhole = text === ALL
  const named = isWhole ? rows : rows.filter(row => names.has(nameInAddress(row)))
  return withRows(emptySelection(q), named, null, isWhole)
}

function nameInAddress({ kind, name }: Pick<SelectableRow, 'kind' | 'name'>): string {
  return kind === 'CredentialsBinding' ? name : `${kind}/${name}`
}
