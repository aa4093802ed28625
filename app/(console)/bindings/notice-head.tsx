import type { ReactNode } from 'react'
import styles from './notice-head.module.css'

interface NoticeHeadProps {
  readonly words: ReactNode
  /** What can be done about it. */
  readonly children: ReactNode
}

/** The first line of a notice about changes, which are drawn below it. */
export function NoticeHead({ words, children }: NoticeHeadProps) {
  return (
    <div className={styles.head}>
      <p>{words}</p>
      {children}
    </div>
  )
}
