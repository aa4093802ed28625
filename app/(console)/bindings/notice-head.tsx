import type { ReactNode } from 'react'
import styles from './notice-head.module.css'

interface NoticeHeadProps {
  readonly words: ReactNode
  /** Buttons of the notice. */
  readonly children: ReactNode
}

/** First line of a notice that lists changes below it. */
export function NoticeHead({ words, children }: NoticeHeadProps) {
  return (
    <div className={styles.head}>
      <p>{words}</p>
      {children}
    </div>
  )
}
