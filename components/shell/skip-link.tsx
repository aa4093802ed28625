import styles from './skip-link.module.css'

export const CONTENT_ID = 'content'

/** First stop of the keyboard: past the navigation. */
export function SkipLink() {
  return (
    <a href={`#${CONTENT_ID}`} className={styles.skip}>
      Skip to content
    </a>
  )
}
