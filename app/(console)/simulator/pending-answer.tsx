import { Skeleton } from '#components/ui/skeleton.tsx'
import outcome from './outcome-panel.module.css'
import styles from './simulator.module.css'

/** The size of an answer, until the first one comes. Drawn only when that takes a while. */
export function PendingAnswer() {
  return (
    <div className={styles.pending}>
      <div className={outcome.panel}>
        <div className={outcome.head}>
          <div className={outcome.words}>
            <Skeleton width="240px" height={14} />
            <p className={outcome.detail}>
              <Skeleton width="min(420px, 70%)" />
            </p>
          </div>
        </div>
      </div>
      {[180, 24, 150].map(height => (
        <div key={height} className={styles.pendingStep}>
          <Skeleton width="200px" />
          <Skeleton width="100%" height={height} />
        </div>
      ))}
    </div>
  )
}
