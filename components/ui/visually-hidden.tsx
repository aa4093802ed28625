import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

/** Text for assistive technology only. */
export function VisuallyHidden({ id, children }: { readonly id?: string; readonly children: ReactNode }) {
  return (
    <span id={id} className={styles.hidden}>
      {children}
    </span>
  )
}
