import type { ReactNode } from 'react'
import styles from './toolbar.module.css'

/** The line of a list page that holds its search box and switches. */
export function Toolbar({ children }: { readonly children: ReactNode }) {
  return <div className={styles.toolbar}>{children}</div>
}
