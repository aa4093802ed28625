'use client'

import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { isComposing } from './is-composing.ts'
import { positionAt } from './position.ts'
import styles from './suggestion-list.module.css'

export interface SuggestionListProps {
  readonly suggestions: Suggestions
  /** The element that the list is below; also sets its width. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly label: string
  /** Heading above the options: the field of the values. */
  readonly heading?: string | undefined
  readonly options: readonly { readonly key: string; readonly content: ReactNode }[]
  readonly onPick: (index: number) => void
}

/** List of suggestions below an input. In the top layer, so that no container clips it. */
export function SuggestionList({ suggestions, anchor, label, heading, options, onPick }: SuggestionListProps) {
  const { open, active, listId, optionId, setActive, setOpen } = suggestions
  const popup = useRef<HTMLDivElement>(null)
  const activeId = active < 0 ? null : optionId(active)
  const closeOnScroll = useEffectEvent((event: Event) => {
    if (event.target instanceof Node && !popup.current?.contains(event.target)) setOpen(false)
  })

  useLayoutEffect(() => {
    const box = popup.current
    if (!box || !open) return
    box.showPopover()
    const close = (event: Event) => closeOnScroll(event)
    window.addEventListener('scroll', close, { capture: true, passive: true })
    return () => {
      window.removeEventListener('scroll', close, { capture: true })
      if (box.matches(':popover-open')) box.hidePopover()
    }
  }, [open])

  // A changed number of options changes the height, which may fit on the other side only.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `options.length` is what changes the height
  useLayoutEffect(() => {
    const box = popup.current
    const input = anchor.current
    if (!box || !input || !open) return
    const update = () => {
      box.style.minWidth = `${Math.min(input.offsetWidth, 420)}px`
      positionAt(box, input, 'start')
    }
    update()
    window.addEventListener('resize', update)
    return () => window.removeEventListener('resize', update)
  }, [open, anchor, options.length])

  useLayoutEffect(() => {
    if (activeId !== null) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  return (
    <div ref={popup} popover="manual" className={styles.popup}>
      {heading !== undefined && <div className={styles.heading}>{heading}</div>}
      <div role="listbox" id={listId} aria-label={label} className={styles.list}>
        {options.map(({ key, content }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the input keeps the focus and has the keys
          <div
            key={key}
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            className={styles.option}
            onPointerMove={() => setActive(index)}
            onPointerDown={event => event.preventDefault()}
            onClick={() => onPick(index)}
          >
            {content}
          </div>
        ))}
      </div>
    </div>
  )
}

interface SuggestionsOptions {
  readonly count: number
  /** Applies the suggestion at `index`. */
  readonly onPick: (index: number) => void
  /** Whether the first suggestion is highlighted from the start, so that Enter applies it. */
  readonly eager?: boolean
  /** Index at which arrow keys open the list; null where arrow keys have another function. */
  readonly startAt?: number | null
}

interface Suggestions {
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
    if (isComposing(event.nativeEvent) || event.altKey || event.ctrlKey || event.metaKey) return false
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
