import type { ReactNode } from 'react'
import styles from './panel-note.module.css'

/** A sentence in place of the table of a panel. */
export function PanelNote({ children }: { readonly children: ReactNode }) {
  return <p className={styles.note}>{children}</p>
}
