'use client'

import { type Dispatch, type SetStateAction, useEffect, useEffectEvent, useRef, useState } from 'react'
import { fetchMatching } from '#app/data/bindings-query.ts'
import type { ListSearch } from '#app/data/list-search.ts'
import { useParameter } from '#components/address/use-parameter.ts'
import { showToast } from '#components/ui/toast.ts'
import { selectionOf, selectionText } from './selection-address.ts'
import { emptySelection, ofSearch, type SelectionState } from './selection-state.ts'

/**
 * Stores a selection in the address and restores it after a link, a reload, the back button or
 * sign-in. Restores only rows that match the search.
 */
export function useSelectionAddress(
  search: ListSearch,
  current: SelectionState,
  change: Dispatch<SetStateAction<SelectionState>>,
): void {
  const { q } = search
  const [text, setText] = useParameter('sel')
  const mine = selectionText(current)
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
      change(before => (before.q === q && before.chosen.size === 0 ? selectionOf(text, q, rows) : before))
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
