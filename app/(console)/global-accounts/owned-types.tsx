import { Fragment } from 'react'
import { CellLink } from '#components/ui/cell-link.tsx'
import text from '#components/ui/text.module.css'
import { poolName } from '#lib/hap/pools/pool.ts'
import { paths } from '#lib/paths.ts'
import type { GlobalAccountRow } from '#lib/queries/global-accounts/global-account-list.ts'
import { formatCount } from '#lib/util/format.ts'

/** The pools of its accounts with their numbers, `aws · EU 2`; each leads to just these. */
export function OwnedTypes({ row: { types } }: { readonly row: GlobalAccountRow }) {
  if (types.length === 0) return <span className={text.muted}>none of its own</span>
  return types.map(({ pool, count, q }, index) => (
    <Fragment key={q}>
      {index > 0 && <span className={text.faint}>, </span>}
      <CellLink href={paths.bindings({ q })}>
        <span className={text.mono}>{pool ? poolName(pool) : 'no type'}</span> {formatCount(count)}
      </CellLink>
    </Fragment>
  ))
}
