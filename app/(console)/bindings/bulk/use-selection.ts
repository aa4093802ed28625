'use client'

import { useCallback, useEffectEvent, useMemo, useState } from 'react'
import { fetchMatching } from '#app/data/queries.ts'
import type { RowSelection } from '#components/data-table/row-selection.ts'
import type { TableSource } from '#components/data-table/table-source.ts'
import { showToast } from '#components/ui/toast.ts'
import { MOST_TARGETS } from '#lib/hap/actions/most-targets.ts'
import type { BindingKind } from '#lib/hap/pools/binding.ts'
import type { BindingRow } from '#lib/queries/bindings/binding-row.ts'
import type { ListSearch } from '../../list-search.ts'

/** A binding that was chosen. */
export interface Chosen {
  readonly kind: BindingKind
  readonly name: string
}

export interface Selection {
  /** By the keys of rows. */
  readonly chosen: ReadonlyMap<string, Chosen>
  readonly rows: RowSelection<BindingRow>
  clear(): void
  /** Chooses all that match the search. */
  chooseAll(): void
}

interface State {
  /** Another search means other rows: nobody acts on what is out of sight. */
  readonly q: string
  readonly chosen: ReadonlyMap<string, Chosen>
  /** Where a range begins. */
  readonly anchor: { readonly index: number; readonly key: string } | null
}

const nameOf = ({ name }: BindingRow) => name
const NONE: ReadonlyMap<string, Chosen> = new Map()

/** Bindings chosen in a list, as long as its search stays. `hits` = all that match. */
export function useSelection(search: ListSearch, source: TableSource<BindingRow>, hits: number): Selection {
  const [state, setState] = useState<State>({ q: search.q, chosen: NONE, anchor: null })
  const { chosen, anchor } = state.q === search.q ? state : { chosen: NONE, anchor: null }
  const add = (keys: readonly string[], next: State['anchor']) =>
    setState(before => {
      const all = new Map(before.q === search.q ? before.chosen : NONE)
      for (const key of keys) if (all.size < MOST_TARGETS) all.set(key, chosenOf(key))
      return { q: search.q, chosen: all, anchor: next }
    })
  const fetched = async (use: (keys: readonly string[]) => void) => {
    try {
      const { rows } = await fetchMatching(search)
      use(rows.map(({ key }) => key))
    } catch {
      showToast({ text: 'The bindings were not selected.', detail: 'The console does not answer. Try again.' })
    }
  }
  const extend = (index: number, key: string, from: NonNullable<State['anchor']>) => {
    const [first, last] = index < from.index ? [index, from.index] : [from.index, index]
    const items = Array.from({ length: last - first + 1 }, (_, at) => source.at(first + at))
    if (items.every(({ kind }) => kind === 'row'))
      return add(
        items.map(item => item.key),
        from,
      )
    // Rows far away are not loaded.
    void fetched(keys => {
      const [a, b] = [keys.indexOf(from.key), keys.indexOf(key)]
      if (a >= 0 && b >= 0) add(keys.slice(Math.min(a, b), Math.max(a, b) + 1), from)
    })
  }
  const picked = useEffectEvent((index: number, key: string, range: boolean) => {
    if (range && anchor !== null) return extend(index, key, anchor)
    if (!chosen.has(key)) return add([key], { index, key })
    const rest = new Map(chosen)
    rest.delete(key)
    setState({ q: search.q, chosen: rest, anchor: { index, key } })
  })
  const pick = useCallback<RowSelection<BindingRow>['pick']>((...given) => picked(...given), [])
  const clear = () => setState({ q: search.q, chosen: NONE, anchor: null })
  const chooseAll = () => void fetched(keys => add(keys, null))
  const all = chosen.size === 0 ? false : chosen.size >= hits ? true : 'mixed'
  const has = useMemo(() => (key: string) => chosen.has(key), [chosen])
  return { chosen, clear, chooseAll, rows: { has, pick, all, nameOf, onAll: on => (on ? chooseAll() : clear()) } }
}

/** The binding of a row's key, `kind/namespace/name`. */
function chosenOf(key: string): Chosen {
  const [kind, , name = ''] = key.split('/')
  return { kind: kind as BindingKind, name }
}
