import { Skeleton } from '#components/ui/skeleton.tsx'
import styles from './rules.module.css'

/** Placeholder of a loading tab. */
export function TabSkeleton() {
  return (
    <div className={styles.skeleton} aria-busy="true">
      <Skeleton width="100%" height={420} />
    </div>
  )
}
