'use client'

import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { cx } from '#components/ui/cx.ts'
import { useModal } from '#components/ui/dialog.tsx'
import { Message } from '#components/ui/message.tsx'
import { useLoad } from '#components/ui/use-load.ts'
import styles from './palette-dialog.module.css'

interface LateDialogProps<Part> {
  readonly label: string
  /** Wider, for content beside the list. */
  readonly wide?: boolean
  readonly load: () => Promise<Part>
  /** Shown while the content loads; it does not pass its input to the page. */
  readonly waiting: ReactNode
  readonly onClose: () => void
  readonly children: (part: Part) => ReactNode
}

/** A modal dialog that opens at once and loads its content on first use. Mount it to open it. */
export function LateDialog<Part>({ label, wide, load, waiting, onClose, children }: LateDialogProps<Part>) {
  const modal = useModal(onClose)
  const { part, failed, retry: loadAgain } = useLoad(load)
  return (
    <dialog {...modal} className={cx(styles.dialog, wide && styles.wide)} aria-label={label}>
      <div className={styles.frame}>
        {part !== null ? children(part) : waiting}
        {failed && (
          <div className={styles.failed}>
            <Message
              tone="danger"
              announce
              action={
                <Button size="small" onClick={loadAgain}>
                  Try again
                </Button>
              }
            >
              This dialog could not be loaded: the server is not responding.
            </Message>
          </div>
        )}
      </div>
    </dialog>
  )
}
