'use client'

import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { Icon } from '#components/ui/icon.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { MAX_NAME_SEARCH } from '#lib/search/list-part.ts'
import styles from './palette-button.module.css'
import paletteDialogStyles from './palette-dialog.module.css'

const neverChanges = () => () => {}
const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** Opens the palette. Looks like a search field; an icon on narrow screens. */
export function PaletteButton({ onOpen }: { readonly onOpen: () => void }) {
  const apple = useSyncExternalStore(neverChanges, isApple, () => false)
  return (
    <button
      type="button"
      className={styles.box}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onOpen}
    >
      <Icon name="search" size={14} />
      <span className={styles.words}>Search or go to…</span>
      <span className={styles.key} aria-hidden="true">
        <Kbd>{apple ? '⌘K' : 'Ctrl K'}</Kbd>
      </span>
    </button>
  )
}

/**
 * Calls back on ⌘K and Ctrl+K, even in text fields, but not while another dialog is open. `open`:
 * whether the palette is open.
 */
export function usePaletteKey(open: boolean, onPress: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return
    // Overrides the browser's shortcut on the same keys.
    event.preventDefault()
    if (open || !document.querySelector('dialog[open]')) onPress()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

interface PaletteFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  readonly text: string
  readonly onText: (text: string) => void
  /** Content beside the field. */
  readonly children?: ReactNode
}

/** Text field of the palette, limited to the maximum length of a search. */
export function PaletteField({ text, onText, children, ...props }: PaletteFieldProps) {
  return (
    <div className={paletteDialogStyles.head}>
      <Icon name="search" />
      <input
        {...props}
        className={paletteDialogStyles.input}
        aria-label="Search or go to"
        placeholder="Search pages, names, IDs and actions"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={text}
        onChange={event => onText(event.target.value.slice(0, MAX_NAME_SEARCH))}
      />
      {children}
    </div>
  )
}
