import type { ReactNode } from 'react'
import { Heading } from './heading.tsx'
import styles from './page-head.module.css'

interface PageHeadProps {
  readonly title: string
  /** The title is a name that can be pasted. */
  readonly mono?: boolean
  /** Beside the title: a state badge. */
  readonly badge?: ReactNode
  /** One sentence or the totals: "10 pools, 620 accounts". */
  readonly summary?: ReactNode
  /** Buttons of the page; the main one last. */
  readonly actions?: ReactNode
  /** A line below: kind, pool, tenant of a detail page. */
  readonly facts?: ReactNode
}

/** Title, summary and actions of a page. The title takes the focus after a navigation. */
export function PageHead({ title, mono = false, badge, summary, actions, facts }: PageHeadProps) {
  return (
    <div className={styles.area}>
      <div className={styles.head}>
        <Heading mono={mono}>{title}</Heading>
        {badge}
        {summary !== undefined && <p className={styles.summary}>{summary}</p>}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      {facts !== undefined && <div className={styles.facts}>{facts}</div>}
    </div>
  )
}
