'use client'

import { Fragment, useEffect, useRef, useSyncExternalStore } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { areSingleKeysOn, SHORTCUTS, setSingleKeys, subscribeToSingleKeys } from '#components/ui/shortcuts.ts'
import { GO_KEYS } from './go-keys.ts'
import { NAV_GROUPS } from './nav-items.ts'
import styles from './shortcut-sheet.module.css'

/** Lists all keyboard shortcuts by area. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const close = useRef<HTMLButtonElement>(null)
  const singleKeys = useSyncExternalStore(subscribeToSingleKeys, areSingleKeysOn, () => true)
  useEffect(() => close.current?.focus(), [])
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.title}>Keyboard shortcuts</h2>
        <Button ref={close} look="ghost" size="small" icon aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by key */}
      <section className={styles.body} tabIndex={0} aria-label="All shortcuts">
        {shortcutLines().map(({ where, lines }) => (
          <section key={where} aria-label={where} className={styles.group}>
            <h3 className={styles.where}>{where}</h3>
            <dl>
              {lines.map(({ keys, does }) => (
                <Line key={does} keys={keys} does={does} />
              ))}
            </dl>
          </section>
        ))}
      </section>
      <div className={styles.foot}>
        <span>
          {singleKeys
            ? 'Single-key shortcuts are inactive while you type and never change anything by themselves.'
            : 'Single-key shortcuts are off. Shortcuts with ctrl or ⌘ still work.'}
        </span>
        <Button size="small" onClick={() => setSingleKeys(!singleKeys)}>
          {singleKeys ? 'Turn off single-key shortcuts' : 'Turn on single-key shortcuts'}
        </Button>
      </div>
    </>
  )
}

function Line({ keys, does }: { readonly keys: readonly (readonly string[])[]; readonly does: string }) {
  return (
    <div className={styles.line}>
      <dt className={styles.keys}>
        {keys.map((together, at) => (
          <Fragment key={together.join(' ')}>
            {at > 0 && ' '}
            <span className={styles.together}>
              {together.map((key, position) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a shortcut may have the same key twice, and never changes
                <Kbd key={position}>{key}</Kbd>
              ))}
            </span>
          </Fragment>
        ))}
      </dt>
      <dd className={styles.does}>{does}</dd>
    </div>
  )
}

interface ShortcutLines {
  readonly where: string
  readonly lines: readonly { readonly keys: readonly (readonly string[])[]; readonly does: string }[]
}

/** Shortcuts and page keys for display. A capital letter becomes ⇧ and the letter. */
export function shortcutLines(): readonly ShortcutLines[] {
  const groups = Object.entries(SHORTCUTS).map(([where, shortcuts]) => ({
    where,
    lines: shortcuts.map(shortcut => ({
      keys: 'page' in shortcut ? shortcut.page.map(asPressed) : shortcut.keys,
      does: shortcut.does,
    })),
  }))
  return [...groups.slice(0, 1), { where: 'Go to', lines: pageLines() }, ...groups.slice(1)]
}

function pageLines(): ShortcutLines['lines'] {
  const pages = NAV_GROUPS.flatMap(({ items }) => items)
  return Object.entries(GO_KEYS).map(([letter, href]) => ({
    keys: [['g', letter]],
    does: pages.find(page => page.href === href)?.label ?? href,
  }))
}

function asPressed(key: string): readonly string[] {
  return /^[A-Z]$/.test(key) ? ['⇧', key.toLowerCase()] : [key]
}
