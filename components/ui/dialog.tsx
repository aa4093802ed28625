'use client'

import { type ReactNode, useId, useState } from 'react'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { Icon } from './icon.tsx'
import { useModal } from './use-modal.ts'

interface DialogProps {
  readonly title: ReactNode
  /** What the action does and does not do, as a sentence. */
  readonly description?: ReactNode
  /** `wide` for several targets, `widest` for a table. */
  readonly width?: 'default' | 'wide' | 'widest'
  /** Left end of the footer: the recorded user. */
  readonly note?: ReactNode
  /** Cancel and submit buttons. */
  readonly actions: ReactNode
  /** Whether Escape and a click outside leave the dialog open, because it has input. */
  readonly hasInput?: boolean
  /** Why the dialog cannot be closed now, as a sentence; null (default) when it can. */
  readonly closeDisabledReason?: string | null
  readonly onClose: () => void
  readonly children?: ReactNode
}

const KEPT = 'What was typed is kept. Cancel discards it.'

/**
 * A modal dialog on the native `<dialog>`: the page behind is inert, and the focus returns on
 * close. Mount it to open it. The focus starts on its first field.
 */
export function Dialog({
  title,
  description,
  width = 'default',
  note,
  actions,
  hasInput: keep = false,
  closeDisabledReason: stays = null,
  onClose,
  children,
}: DialogProps) {
  const id = useId()
  const [stayed, setStayed] = useState<'busy' | 'kept' | null>(null)
  const modal = useModal(() => {
    if (keep || stays !== null) setStayed(stays === null ? 'kept' : 'busy')
    else onClose()
  })
  return (
    <dialog
      {...modal}
      className={styles.dialog}
      data-width={width}
      aria-labelledby={`${id}-title`}
      aria-describedby={description === undefined ? undefined : `${id}-description`}
    >
      <div className={styles.frame}>
        <div className={styles.head}>
          <h2 id={`${id}-title`} className={styles.title}>
            {title}
          </h2>
          <Button look="ghost" size="small" icon aria-label="Close" disabledReason={stays} onClick={onClose}>
            <Icon name="close" />
          </Button>
        </div>
        <div className={styles.body}>
          {description !== undefined && (
            <p id={`${id}-description`} className={styles.description}>
              {description}
            </p>
          )}
          {children}
        </div>
        <div className={styles.foot}>
          <span className={styles.note} role="status">
            {(stayed === 'busy' && stays) || (stayed === 'kept' && keep && stays === null && KEPT) || note}
          </span>
          <div className={styles.actions}>{actions}</div>
        </div>
      </div>
    </dialog>
  )
}
