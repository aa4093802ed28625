'use client'

import { ListFooter, type ListFooterProps } from '#components/data-table/list-footer.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/paths.ts'
import type { PoolsView } from '#lib/queries/pools/list-pools.ts'
import { formatPlural } from '#lib/util/format.ts'
import { useLive } from '../live-provider.tsx'
import { rowsInWords } from './pool-count.ts'

interface PoolsFooterProps extends Pick<ListFooterProps, 'columns' | 'hold'> {
  readonly view: PoolsView | null
  /** Null while the rows are in sort order. */
  readonly onSortAgain: (() => void) | null
}

/**
 * Number of pools, of bindings outside of pools, and a button when the sort order is out of date.
 */
export function PoolsFooter({ view, onSortAgain, ...tools }: PoolsFooterProps) {
  const { asOf } = useLive()
  const summary = view && (
    <>
      {rowsInWords(view.groups.flatMap(({ pools }) => pools))} in {formatPlural(view.groups.length, 'group')}
      {view.all && view.poolless.count > 0 && (
        <>
          {', '}
          <TextLink href={paths.bindings({ q: view.poolless.q })}>
            {formatPlural(view.poolless.count, 'binding')} without type
          </TextLink>
        </>
      )}
      {onSortAgain && (
        <>
          {' · '}
          <Button look="ghost" size="small" onClick={onSortAgain}>
            The order has changed: sort again
          </Button>
        </>
      )}
    </>
  )
  return <ListFooter summary={summary} asOf={asOf} {...tools} />
}
