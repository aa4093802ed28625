import { Skeleton } from '#components/ui/skeleton.tsx'
import styles from './timeline.module.css'

/** In the place of a tab until its code or its data is here. */
export function ReadingTab() {
  return (
    <div className={styles.timeline} aria-busy="true">
      <Skeleton width="100%" height={240} />
    </div>
  )
}
