import { Fragment } from 'react'
import { CellLink } from '#components/ui/cell-link.tsx'
import text from '#components/ui/text.module.css'
import { poolName } from '#lib/hap/pools/pool.ts'
import { paths } from '#lib/paths.ts'
import type { GlobalAccountRow } from '#lib/queries/global-accounts/global-account-list.ts'
import { formatCount } from '#lib/util/format.ts'

/** What about a global account a person should look at, beside accounts over their limit; each leads to its bindings. */
export function RowWarnings({ row }: { readonly row: GlobalAccountRow }) {
  const warnings = warningsOf(row)
  if (warnings.length === 0) return null
  return (
    <span className={text.warn}>
      {warnings.map(({ words, q }, index) => (
        <Fragment key={q}>
          {index > 0 && ', '}
          <CellLink href={paths.bindings({ q })}>{words}</CellLink>
        </Fragment>
      ))}
    </span>
  )
}

function warningsOf({ several, givenBack }: GlobalAccountRow): readonly { words: string; q: string }[] {
  const many = several.map(({ pool, count, q }) => ({
    words: `${formatCount(count)} of ${poolName(pool)}, 1 allowed`,
    q,
  }))
  const back = { words: `${formatCount(givenBack.count)} released, not clean`, q: givenBack.q }
  return givenBack.count > 0 ? [...many, back] : many
}
