import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import { poolName } from '#lib/hap/pools/pool.ts'
import { paths } from '#lib/paths.ts'
import type { PoolRow } from '#lib/queries/pools/pool-row.ts'

/** A pool in a sentence, linked to its page. */
export function PoolTextLink({ row: { pool } }: { readonly row: Pick<PoolRow, 'pool'> }) {
  return (
    pool && (
      <TextLink href={paths.pool(pool)} className={text.strong}>
        {poolName(pool)}
      </TextLink>
    )
  )
}
