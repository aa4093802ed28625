'use client'

import { useSyncExternalStore } from 'react'
import { Icon } from '#components/ui/icon.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import styles from './palette-button.module.css'

const neverChanges = () => () => {}
const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** What looks like a search box in the shell, and opens the palette. Where there is no room it is an icon. */
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
