import { type ReactNode, useId } from 'react'
import styles from './panel.module.css'
import noteStyles from './panel-note.module.css'

interface PanelProps {
  /** Anchor for links to this part of the page. */
  readonly id?: string
  readonly title: ReactNode
  /** Content at the right end of the head: a count or a link. */
  readonly aside?: ReactNode
  /** Padding of the content; off for tables and lists that extend to the edge. */
  readonly padded?: boolean
  readonly children: ReactNode
}

/** A framed section of a page with a title. */
export function Panel({ id, title, aside, padded = false, children }: PanelProps) {
  const titleId = useId()
  return (
    <section id={id} className={styles.panel} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {aside !== undefined && aside !== false && <div className={styles.aside}>{aside}</div>}
      </div>
      <div className={padded ? styles.body : undefined}>{children}</div>
    </section>
  )
}

/** Replaces the table of a panel by a sentence. */
export function PanelNote({ children }: { readonly children: ReactNode }) {
  return <p className={noteStyles.note}>{children}</p>
}
