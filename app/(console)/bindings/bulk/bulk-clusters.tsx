import { cx } from '#components/ui/cx.ts'
import { Disclosure } from '#components/ui/disclosure.tsx'
import text from '#components/ui/text.module.css'
import type { BulkPlan } from '#lib/queries/bindings/bulk-plan.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { useUnread } from '../../use-unread.ts'
import styles from './bulk.module.css'

/** Number of clusters shown without expanding. */
const AT_ONCE = 6

/** Names of the clusters on the accounts of a bulk action. */
export function BulkClusters({ plan: { clusters, named } }: { readonly plan: Pick<BulkPlan, 'clusters' | 'named'> }) {
  const unread = useUnread('shoots')
  if (unread !== null) return <p>{unread.title}: what is on these accounts is unknown.</p>
  if (clusters === 0) return <p className={text.muted}>No cluster is on these accounts.</p>
  const first = named.slice(0, AT_ONCE)
  const rest = named.slice(AT_ONCE)
  const untold = clusters - named.length
  return (
    <section className={styles.changes} aria-label="Clusters on these accounts">
      <p>
        <span className={text.strong}>
          {formatPlural(clusters, 'cluster')} on these accounts; they are not touched:
        </span>{' '}
        {first.map(({ id, name, binding }, n) => (
          <span key={id} data-tip={`On the account of ${binding}`}>
            <span className={cx(text.mono, text.nowrap)}>{name ?? 'one announced by a claim'}</span>
            {n < clusters - 1 && ', '}
          </span>
        ))}
        {clusters > AT_ONCE && `and ${formatCount(clusters - AT_ONCE)} more`}
      </p>
      {rest.length > 0 && (
        <Disclosure summary={`The other ${formatPlural(clusters - AT_ONCE, 'cluster')} by name`}>
          <ul className={styles.names} tabIndex={-1}>
            {rest.map(({ id, name, region, binding }) => (
              <li key={id} className={styles.target}>
                <span className={text.mono}>{name ?? 'announced by a claim'}</span>
                <span className={text.muted}>{region}</span>
                <span className={text.muted}>on {binding}</span>
              </li>
            ))}
            {untold > 0 && <li className={text.muted}>and {formatCount(untold)} more</li>}
          </ul>
        </Disclosure>
      )}
    </section>
  )
}
