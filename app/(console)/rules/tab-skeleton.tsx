import { Skeleton } from '#components/ui/skeleton.tsx'
import styles from './rules.module.css'

/** Stands where a tab will stand. */
export function ReadingTab() {
  return (
    <div className={styles.reading} aria-busy="true">
      <Skeleton width="100%" height={420} />
    </div>
  )
}
