'use client'

import {
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Button } from '#components/ui/button.tsx'
import { cx } from '#components/ui/cx.ts'
import { Icon } from '#components/ui/icon.tsx'
import { isComposing } from '#components/ui/is-composing.ts'
import { Kbd } from '#components/ui/kbd.tsx'
import { LiveRegion } from '#components/ui/live-region.tsx'
import text from '#components/ui/text.module.css'
import { useSettled } from '#components/ui/use-settled.ts'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import optionStyles from './command-option.module.css'
import type { Command, CommandGroup } from './commands.ts'
import styles from './palette-box.module.css'
import { PaletteField } from './palette-button.tsx'

interface PaletteBoxProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly groups: readonly CommandGroup[]
  /** Whether results are still loading. Enter waits for them; a second Enter runs the active command. */
  readonly pending: boolean
  /** Notice above the list, such as a failed search. */
  readonly notice: ReactNode
  /** Announced once the results are complete: "7 results". */
  readonly summary: string
  /** `elsewhere`: in a new tab. */
  readonly onChoose: (command: Command, elsewhere: boolean) => void
  readonly onClose: () => void
}

const SAY_AFTER_MS = 600

/**
 * Search field and results of the palette (ARIA combobox with list box). The focus stays in the
 * field.
 */
export function PaletteBox(props: PaletteBoxProps) {
  const { text, onText, groups, pending, notice, summary, onChoose, onClose } = props
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()
  // Identified by id, so that results that arrive later do not change the choice.
  const [chosen, setChosen] = useState<string | null>(null)
  const [waiting, setWaiting] = useState<{ elsewhere: boolean } | null>(null)
  const said = useSettled(pending ? '' : summary, SAY_AFTER_MS)

  const options = groups.flatMap(({ commands }) => commands)
  const place = selectedIndex(
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
    if (isComposing(event.nativeEvent) || event.altKey) return
    const next = getNextIndex(event.key, place, options.length)
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

interface CommandOptionProps {
  readonly id: string
  readonly command: Command
  readonly active: boolean
  /** Called when the pointer moves over the option. */
  readonly onPoint: () => void
  /** `elsewhere`: in a new tab. */
  readonly onChoose: (elsewhere: boolean) => void
}

/** One command: icon, label, and at the right end its note or disabled reason. */
function CommandOption({ id, command, active, onPoint, onChoose }: CommandOptionProps) {
  const { label, mono, detail, note, keys = [], icon, mark, danger, disabledReason } = command
  const off = typeof disabledReason === 'string'
  const choose = (event: MouseEvent) => onChoose(event.ctrlKey || event.metaKey)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the box keeps the focus and has the keys
    <div
      id={id}
      role="option"
      aria-selected={active}
      aria-disabled={off || undefined}
      className={cx(optionStyles.option, off && optionStyles.off)}
      onPointerMove={active ? undefined : onPoint}
      onPointerDown={event => event.preventDefault()}
      onClick={choose}
    >
      <span className={optionStyles.mark}>{mark ?? (icon && <Icon name={icon} size={14} />)}</span>
      <span className={optionStyles.words}>
        <span
          className={cx(
            optionStyles.label,
            mono && optionStyles.name,
            mono && text.mono,
            danger && !off && optionStyles.danger,
          )}
        >
          {label}
        </span>{' '}
        {detail !== undefined && <span className={cx(optionStyles.detail, text.mono)}>{detail}</span>}{' '}
      </span>
      <span className={optionStyles.note}>{off ? disabledReason : note}</span>
      <span className={optionStyles.keys}>
        {keys.map((key, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same key may be pressed twice
          <Fragment key={at}>
            <Kbd>{key}</Kbd>{' '}
          </Fragment>
        ))}
      </span>
      <span className={optionStyles.key} aria-hidden="true">
        {active && !off && <Kbd>↵</Kbd>}
      </span>
    </div>
  )
}

const PAGE = 8

/**
 * The index that Enter selects: the chosen option, else the first match. Without a text it is -1,
 * so that Enter runs no command by accident.
 */
export function selectedIndex(ids: readonly string[], chosen: string | null, text: string): number {
  const place = chosen === null ? -1 : ids.indexOf(chosen)
  return place >= 0 || text.trim() === '' ? place : 0
}

/** The index that a key moves to, wrapping at the ends; `place` may be -1 (none). Null for other keys. */
export function getNextIndex(key: string, place: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (place + 1) % count
  if (key === 'ArrowUp') return (Math.max(0, place) - 1 + count) % count
  if (key === 'PageDown') return Math.min(count - 1, place + PAGE)
  return key === 'PageUp' ? Math.max(0, place - PAGE) : null
}
