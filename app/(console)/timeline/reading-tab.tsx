import { Skeleton } from '#components/ui/skeleton.tsx'
import styles from './timeline.module.css'

/** Placeholder for a tab whose code or data is loading. */
export function ReadingTab() {
  return (
    <div className={styles.timeline} aria-busy="true">
      <Skeleton width="100%" height={240} />
    </div>
  )
}
