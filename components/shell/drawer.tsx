'use client'

import type { ReactNode } from 'react'
import { useModal } from '#components/ui/use-modal.ts'
import styles from './drawer.module.css'

interface DrawerProps {
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The navigation over the page, from the left. Mount it to open it; Escape and a click beside it close it. */
export function Drawer({ onClose, children }: DrawerProps) {
  return (
    <dialog {...useModal(onClose)} className={styles.drawer} aria-label="Navigation">
      <div className={styles.side}>{children}</div>
    </dialog>
  )
}
