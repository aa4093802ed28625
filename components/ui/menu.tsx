'use client'

import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import styles from './menu.module.css'
import { positionAt } from './position.ts'

interface MenuProps {
  /** The button that opens the menu; spread the given props on it. */
  readonly trigger: (props: MenuTriggerProps) => ReactNode
  /** Accessible name of the menu. */
  readonly label: string
  readonly align?: 'start' | 'end'
  /** Called before the menu is shown. */
  readonly onOpen?: () => void
  /** MenuItem and MenuLine elements. */
  readonly children: ReactNode
}

type MenuTriggerProps = Pick<
  ComponentProps<'button'>,
  'id' | 'popoverTarget' | 'aria-haspopup' | 'aria-expanded' | 'aria-controls' | 'onKeyDown'
>

/**
 * A menu on the native popover: Escape, a click outside and a choice close it. Arrows, Home, End
 * and first letters move the focus, as the ARIA menu pattern requires.
 */
export function Menu({ trigger, label, align = 'start', onOpen, children }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const id = useId()
  const triggerId = `${id}-trigger`
  const onToggle = (event: React.ToggleEvent<HTMLDivElement>) => {
    const opened = event.newState === 'open'
    setOpen(opened)
    const anchor = document.getElementById(triggerId)
    if (!opened || !anchor) return
    positionAt(event.currentTarget, anchor, align)
    itemsOf(event.currentTarget)[0]?.focus({ preventScroll: true })
  }
  const openByArrow = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    menu.current?.showPopover()
  }
  return (
    <>
      {trigger({
        id: triggerId,
        popoverTarget: id,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onKeyDown: openByArrow,
      })}
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={styles.menu}
        onBeforeToggle={event => event.newState === 'open' && onOpen?.()}
        onToggle={onToggle}
        onKeyDown={event => moveFocus(event, menu.current)}
      >
        {children}
      </div>
    </>
  )
}

interface MenuItemProps {
  /** `checkbox` items show whether they are on. */
  readonly checked?: boolean
  readonly disabledReason?: string | null
  /** Whether the opened dialog performs a dangerous action. */
  readonly danger?: boolean
  /** Keeps the menu open after the choice. */
  readonly stays?: boolean
  readonly onSelect: () => void
  readonly children: ReactNode
}

/** One action. A disabled item stays focusable and shows its reason. */
export function MenuItem({
  checked,
  disabledReason,
  danger = false,
  stays = false,
  onSelect,
  children,
}: MenuItemProps) {
  const off = typeof disabledReason === 'string'
  const select = (event: React.MouseEvent<HTMLElement>) => {
    if (off) return
    const menu = event.currentTarget.closest<HTMLElement>('[popover]')
    if (!stays) menu?.hidePopover()
    onSelect()
  }
  return (
    <button
      type="button"
      {...(checked === undefined ? { role: 'menuitem' } : { role: 'menuitemcheckbox', 'aria-checked': checked })}
      aria-disabled={off || undefined}
      tabIndex={-1}
      className={cx(styles.item, off ? styles.off : danger && styles.danger)}
      onClick={select}
    >
      {checked !== undefined && (
        <span className={styles.box} data-on={checked || undefined}>
          {checked && <Icon name="check" size={12} />}
        </span>
      )}
      {children}
      {off && <span className={styles.reason}>{disabledReason}</span>}
    </button>
  )
}

/** Separator between groups of items. */
export function MenuLine() {
  return <hr className={styles.line} />
}

function moveFocus(event: KeyboardEvent<HTMLElement>, menu: HTMLElement | null): void {
  if (!menu) return
  const items = itemsOf(menu)
  const focused = document.activeElement
  const at = focused instanceof HTMLElement ? items.indexOf(focused) : -1
  const next = nextItem(event.key, items, at)
  if (event.key === 'Tab') menu.hidePopover()
  if (!next) return
  event.preventDefault()
  next.focus()
}

function nextItem(key: string, items: readonly HTMLElement[], at: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return items[(at + 1) % items.length]
  if (key === 'ArrowUp') return items[(at - 1 + items.length) % items.length]
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  if (key.length !== 1 || key === ' ') return undefined
  const begins = (item: HTMLElement) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase())
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find(begins)
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')]
}
