import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { usePageKey } from '#components/ui/shortcuts.ts'
import type { RowSelection, TableSource } from './table-source.ts'
import { scrollToLine, type TableWindow } from './use-table-window.ts'

interface RowKeysOptions<Row, Group> {
  readonly source: TableSource<Row, Group>
  readonly active: number
  readonly activate: (index: number, key: string) => void
  readonly body: RefObject<HTMLTableSectionElement | null>
  readonly virtualizer: TableWindow
  readonly selection: Pick<RowSelection<Row>, 'has' | 'pick'> | undefined
}

/** Moves the focus between the rows of a table. */
export function useRowKeys<Row, Group>(options: RowKeysOptions<Row, Group>) {
  const { source, active, activate, body, virtualizer, selection } = options
  const { count } = source
  const moving = useRef(false)
  const focused = useRef(false)
  const rowAt = (index: number) => body.current?.querySelector<HTMLElement>(`tr[data-index="${index}"]`) ?? null

  const moveTo = (index: number) => {
    if (count === 0) return
    const next = Math.max(0, Math.min(index, count - 1))
    scrollToLine(virtualizer, next)
    moving.current = true
    activate(next, source.at(next).key)
    if (next === active) focusRow(rowAt(next))
  }
  const focusLine = (index: number, key: string) => {
    moving.current = true
    activate(index, key)
  }
  // The target row exists only after rendering; a focused row may also be replaced, as when its data arrives.
  useLayoutEffect(() => {
    const lost = focused.current && document.activeElement === document.body
    if (!moving.current && !lost) return
    const moved = moving.current
    moving.current = false
    // Removing the focused row can make the browser lay out an incomplete table, which scrolls up.
    if (lost) virtualizer.scrollElement?.scrollTo({ top: virtualizer.scrollOffset ?? 0 })
    if (moved) focusRow(rowAt(active))
    else rowAt(active)?.focus({ preventScroll: true })
  })

  const pick = (index: number, extend: boolean) => {
    const item = index >= 0 && index < count ? source.at(index) : null
    if (item?.kind === 'row') selection?.pick(index, item.key, extend)
  }
  /** Moves to a row and selects the rows in between. */
  const chooseTo = (index: number) => {
    if (selection && !selection.has(source.at(active).key)) pick(active, false)
    moveTo(index)
    pick(index, true)
  }

  const inTable = () => body.current?.contains(document.activeElement) ?? false
  usePageKey('j', () => moveTo(inTable() ? active + 1 : active))
  usePageKey('k', () => moveTo(inTable() ? active - 1 : active))
  usePageKey('x', () => inTable() && pick(active, false))
  usePageKey('X', () => inTable() && pick(active, true))
  usePageKey('J', () => inTable() && chooseTo(active + 1))
  usePageKey('K', () => inTable() && chooseTo(active - 1))

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const row = event.target
    if (!(row instanceof HTMLElement) || !row.matches('tr[data-index]')) return
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const next = targetOf(event.key, active, count, pageLength(virtualizer))
    if (next !== null && event.shiftKey && selection && event.key.startsWith('Arrow')) chooseTo(next)
    else if (next !== null) moveTo(next)
    else if (!handleRowKey(event.key, row)) return
    event.preventDefault()
  }
  const onFocus = () => {
    focused.current = true
  }
  const onBlur = (event: FocusEvent) => {
    focused.current = body.current?.contains(event.relatedTarget) ?? false
  }
  return { focusLine, onKeyDown, onFocus, onBlur }
}

function focusRow(row: HTMLElement | null): void {
  row?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

function targetOf(key: string, active: number, count: number, page: number): number | null {
  if (key === 'ArrowDown') return active + 1
  if (key === 'ArrowUp') return active - 1
  if (key === 'PageDown') return active + page
  if (key === 'PageUp') return active - page
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

/** Enter follows the row's link or opens its group; left and right close and open a group. */
function handleRowKey(key: string, row: HTMLElement): boolean {
  const toggle = row.querySelector<HTMLElement>('button[aria-expanded]')
  const open = toggle?.getAttribute('aria-expanded') === 'true'
  if (toggle && (key === 'Enter' || key === ' ' || key === (open ? 'ArrowLeft' : 'ArrowRight'))) {
    toggle.click()
    return true
  }
  const link = row.querySelector<HTMLElement>('th a[href]')
  if (key !== 'Enter' || !link) return false
  link.click()
  return true
}

function pageLength(virtualizer: TableWindow): number {
  const range = virtualizer.range
  return range ? Math.max(1, range.endIndex - range.startIndex - 1) : 10
}

/** The line with the keyboard focus. Its key identifies it after a refresh moves lines. */
interface ActiveLine {
  readonly index: number
  readonly key: string | null
}

export const FIRST_LINE: ActiveLine = { index: 0, key: null }

/** Maximum distance, in lines, at which a moved line is found. */
const SEARCH_DISTANCE = 100

/**
 * Index of the active line: the line with its key within SEARCH_DISTANCE, or the previous index
 * when the line is gone.
 */
export function findActiveLine<Row, Group>({ index, key }: ActiveLine, source: TableSource<Row, Group>): number {
  const is = (at: number) => at >= 0 && at < source.count && source.at(at).key === key
  if (key !== null && !is(index)) {
    for (let away = 1; away <= SEARCH_DISTANCE; away++) {
      if (is(index - away)) return index - away
      if (is(index + away)) return index + away
    }
  }
  return Math.min(index, source.count - 1)
}
