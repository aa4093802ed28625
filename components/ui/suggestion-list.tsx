'use client'

import { type ReactNode, type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { positionAt } from './position.ts'
import styles from './suggestion-list.module.css'
import type { Suggestions } from './use-suggestions.ts'

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
