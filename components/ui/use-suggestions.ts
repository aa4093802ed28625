import { type KeyboardEvent, useId, useState } from 'react'

interface SuggestionsOptions {
  readonly count: number
  /** Applies the suggestion at `index`. */
  readonly onPick: (index: number) => void
  /** Whether the first suggestion is highlighted from the start, so that Enter applies it. */
  readonly eager?: boolean
  /** Index at which arrow keys open the list; null where arrow keys have another function. */
  readonly startAt?: number | null
}

export interface Suggestions {
  readonly open: boolean
  readonly setOpen: (open: boolean) => void
  /** Index of the highlighted suggestion; -1 for none. */
  readonly active: number
  readonly setActive: (index: number) => void
  readonly listId: string
  readonly optionId: (index: number) => string
  /** Moves, applies and closes. Returns whether it handled the key. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean
  /** Props of the input (ARIA combobox pattern). */
  readonly inputProps: {
    readonly role: 'combobox'
    readonly autoComplete: 'off'
    readonly 'aria-autocomplete': 'list'
    readonly 'aria-expanded': boolean
    readonly 'aria-controls': string
    readonly 'aria-activedescendant': string | undefined
  }
}

/** State and keys of an input with a list of suggestions; the focus never leaves the input. */
export function useSuggestions({ count, onPick, eager = false, startAt = -1 }: SuggestionsOptions): Suggestions {
  const listId = useId()
  const [open, setOpen] = useState(false)
  const [chosen, setActive] = useState<number | null>(null)
  const shown = open && count > 0
  const active = shown ? Math.min(chosen ?? (eager ? 0 : -1), count - 1) : -1
  const optionId = (index: number) => `${listId}-${index}`

  const show = (visible: boolean) => {
    setOpen(visible)
    setActive(null)
  }
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return false
    const move = stepOf(event.key, active, count)
    if (move !== null) {
      if (shown) setActive(move)
      else if (startAt === null) return false
      else {
        show(true)
        if (startAt >= 0) setActive(startAt)
      }
      return consumed(event)
    }
    if (!shown) return false
    if (event.key === 'Escape') {
      show(false)
      return consumed(event)
    }
    if (event.shiftKey || (event.key !== 'Enter' && event.key !== 'Tab')) return false
    if (active < 0) {
      show(false)
      return false
    }
    onPick(active)
    return consumed(event)
  }

  return {
    open: shown,
    setOpen: show,
    active,
    setActive,
    listId,
    optionId,
    onKeyDown,
    inputProps: {
      role: 'combobox',
      autoComplete: 'off',
      'aria-autocomplete': 'list',
      'aria-expanded': shown,
      'aria-controls': listId,
      'aria-activedescendant': active < 0 ? undefined : optionId(active),
    },
  }
}

function stepOf(key: string, active: number, count: number): number | null {
  if (key === 'ArrowDown') return count === 0 ? null : (active + 1) % count
  if (key === 'ArrowUp') return count === 0 ? null : (Math.max(active, 0) - 1 + count) % count
  return null
}

function consumed(event: KeyboardEvent): true {
  event.preventDefault()
  event.stopPropagation()
  return true
}
