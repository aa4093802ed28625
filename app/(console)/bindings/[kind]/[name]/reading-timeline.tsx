import { Skeleton } from '#components/ui/skeleton.tsx'
import styles from './timeline.module.css'

/** The size of a timeline until it is read. */
export function ReadingTimeline() {
  return (
    <div className={styles.timeline} aria-busy="true">
      <Skeleton width="100%" height={240} />
    </div>
  )
}
