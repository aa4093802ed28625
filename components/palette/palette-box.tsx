'use client'

import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { LiveRegion } from '#components/ui/live-region.tsx'
import { useSettled } from '#components/ui/use-settled.ts'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import type { Command, CommandGroup } from './command.ts'
import { CommandOption } from './command-option.tsx'
import { nextOption, placeOf } from './next-option.ts'
import styles from './palette-box.module.css'
import { PaletteField } from './palette-field.tsx'

interface PaletteBoxProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly groups: readonly CommandGroup[]
  /** What fits best may still be on its way: Enter waits for it, a second one does not. */
  readonly pending: boolean
  /** What is wrong, over the list. */
  readonly notice: ReactNode
  /** Announced once the results are complete: "7 results". */
  readonly summary: string
  /** `elsewhere`: in a new tab. */
  readonly onChoose: (command: Command, elsewhere: boolean) => void
  readonly onClose: () => void
}

const SAY_AFTER_MS = 600

/** The box of the palette and what it finds (ARIA combobox with a list box). The focus stays in the box. */
export function PaletteBox(props: PaletteBoxProps) {
  const { text, onText, groups, pending, notice, summary, onChoose, onClose } = props
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()
  // By what it is, not by its place: what comes later must not move the choice to something else.
  const [chosen, setChosen] = useState<string | null>(null)
  const [waiting, setWaiting] = useState<{ elsewhere: boolean } | null>(null)
  const said = useSettled(pending ? '' : summary, SAY_AFTER_MS)

  const options = groups.flatMap(({ commands }) => commands)
  const place = placeOf(
    options.map(({ id }) => id),
    chosen,
    text,
  )
  const active = options[place]
  const optionId = (id: string) => `${listId}-${options.findIndex(option => option.id === id)}`
  const activeId = active && optionId(active.id)

  // The box loads after the dialog opens; typing continues after the text entered until then.
  useLayoutEffect(() => {
    const box = input.current
    box?.focus()
    box?.setSelectionRange(box.value.length, box.value.length)
  }, [])
  useLayoutEffect(() => {
    if (activeId === undefined || place === 0) list.current?.scrollTo({ top: 0 })
    else document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId, place])
  useEffect(() => {
    if (waiting === null || pending) return
    setWaiting(null)
    if (active) onChoose(active, waiting.elsewhere)
  }, [waiting, pending, active, onChoose])

  const type = (typed: string) => {
    setChosen(null)
    setWaiting(null)
    onText(typed)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey) return
    const next = nextOption(event.key, place, options.length)
    if (next !== null) setChosen(options[next]?.id ?? null)
    else if (event.key !== 'Enter') return
    else enter(event.ctrlKey || event.metaKey)
    event.preventDefault()
  }
  const enter = (elsewhere: boolean) => {
    if (pending && chosen === null && waiting === null) setWaiting({ elsewhere })
    else if (active) onChoose(active, elsewhere)
  }

  return (
    <>
      <PaletteField
        ref={input}
        text={text}
        onText={type}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-activedescendant={activeId}
      >
        <span className={styles.pending} data-on={pending || undefined}>
          Searching
        </span>
        <Button look="ghost" size="small" onClick={onClose}>
          <VisuallyHidden>Close</VisuallyHidden>
          <span className={styles.escape}>
            <Kbd>esc</Kbd>
          </span>
          <span className={styles.cross}>
            <Icon name="close" />
          </span>
        </Button>
      </PaletteField>
      {notice}
      <div ref={list} role="listbox" id={listId} aria-label="Found" aria-busy={pending} className={styles.list}>
        {groups.map(({ heading, commands }, at) => (
          // biome-ignore lint/a11y/useSemanticElements: a list box holds groups, not fields
          <div key={heading} role="group" aria-labelledby={`${listId}-head-${at}`}>
            <div id={`${listId}-head-${at}`} role="presentation" className={styles.heading}>
              {heading}
            </div>
            {commands.map(command => (
              <CommandOption
                key={command.id}
                id={optionId(command.id)}
                command={command}
                active={command === active}
                onPoint={() => setChosen(command.id)}
                onChoose={elsewhere => onChoose(command, elsewhere)}
              />
            ))}
          </div>
        ))}
      </div>
      <div className={styles.foot} aria-hidden="true">
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> move
        </span>
        <span>
          <Kbd>↵</Kbd> open
        </span>
        <span>
          <Kbd>ctrl</Kbd> <Kbd>↵</Kbd> in a new tab
        </span>
      </div>
      <LiveRegion message={said} />
    </>
  )
}
