import { Meter } from '#components/hap/meter.tsx'
import { CellLink } from '#components/ui/cell-link.tsx'
import { cx } from '#components/ui/cx.ts'
import text from '#components/ui/text.module.css'
import type { GlobalAccountRow } from '#lib/queries/global-accounts/global-account-list.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { clustersOfAccount } from '../shoots/shoot-links.ts'

/** How full the account with the least room is, leading to its clusters. */
export function FullestAccount({ account }: { readonly account: NonNullable<GlobalAccountRow['fullest']> }) {
  const { name, clusters, limit } = account
  const over = limit !== null && clusters > limit
  const words = limit === null ? formatPlural(clusters, 'cluster') : `${formatCount(clusters)} of ${formatCount(limit)}`
  return (
    <span className={text.row} data-tip={name}>
      {limit !== null && <Meter value={clusters} limit={limit} unit="clusters" width={72} />}
      <CellLink
        href={clustersOfAccount(account)}
        aria-label={`${words}, the account of ${name}`}
        className={cx(text.nowrap, over && text.warn)}
      >
        {words}
      </CellLink>
    </span>
  )
}
