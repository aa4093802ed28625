'use client'

import { Fragment, useEffect, useRef, useSyncExternalStore } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { onSingleKeys, setSingleKeys, singleKeysOn } from '#components/ui/single-keys.ts'
import { shortcutLines } from './shortcut-lines.ts'
import styles from './shortcut-sheet.module.css'

/** All keys that do something, by where they do. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const close = useRef<HTMLButtonElement>(null)
  const singleKeys = useSyncExternalStore(onSingleKeys, singleKeysOn, () => true)
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
            ? 'Single keys do nothing while you type. No single key changes anything: actions always open a dialog.'
            : 'Single keys are off. Shortcuts with ctrl or ⌘ still work.'}
        </span>
        <Button size="small" onClick={() => setSingleKeys(!singleKeys)}>
          {singleKeys ? 'Switch single keys off' : 'Switch single keys on'}
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
