import { PoolName } from '#components/hap/pool-name.tsx'
import { RuleText } from '#components/hap/rule-text.tsx'
import text from '#components/ui/text.module.css'
import { paths } from '#lib/paths.ts'
import type { DestinationView } from '#lib/queries/impact/impact-view.ts'
import styles from './impact.module.css'

/** A pool, and the rule that leads to it; without a pool the reason. */
export function DestinationCell({ pool, rule, message }: DestinationView) {
  return (
    <div className={styles.way}>
      {pool ? (
        <PoolName name={pool.hyperscalerType} {...pool} href={paths.pool(pool)} />
      ) : (
        <span className={text.muted}>{message ?? 'no pool'}</span>
      )}
      {rule && (
        <span className={text.tiny} data-tip={`Rule ${rule.no}`}>
          <RuleText text={rule.text} />
        </span>
      )}
    </div>
  )
}
