'use client'

import { shootsQuery } from '#app/data/claim-queries.ts'
import { SHUT_LIST_KEYS } from '#components/data-table/list-footer.tsx'
import { TotalsLine } from '#components/hap/state-totals.tsx'
import { cx } from '#components/ui/cx.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Strip } from '#components/ui/message.tsx'
import text from '#components/ui/text.module.css'
import { INFRASTRUCTURE, KNOWN_TO } from '#lib/hap/pools/shoot.ts'
import { paths } from '#lib/paths.ts'
import type { ShootsView } from '#lib/queries/shoots/list-shoots.ts'
import type { ShootRow } from '#lib/queries/shoots/shoot-list.ts'
import type { SearchField } from '#lib/search/field.ts'
import { filteredValues, toggleValue } from '#lib/search/value-filter.ts'
import { noInventoryExportReason } from '../list-export.tsx'
import { ListPage } from '../list-page.tsx'
import { PagedTable } from '../paged-table.tsx'
import { SourceGap } from '../unread-sources.tsx'
import { usePagedList } from '../use-list.ts'
import { KNOWN_LABELS, SHOOT_COLUMNS } from './shoot-columns.tsx'
import { failingAccounts } from './shoot-links.ts'

/**
 * The rows are clusters: some exist only in the database, and every other count of shoots excludes
 * those.
 */
const LABELS = { page: 'shoots', title: 'Shoots', noun: 'cluster' } as const
const DEFAULT_SORT = { id: 'name', desc: false } as const

const keyOf = (row: ShootRow) => row.key

/** All shoots, and clusters that exist only in the database. */
export function ShootsList({ fields }: { readonly fields: readonly SearchField[] }) {
  const { list, rows } = usePagedList({ columns: SHOOT_COLUMNS, queryOf: shootsQuery, keyOf })
  const { answer } = rows
  const { q, sort } = list.search
  const { cols } = list.columns
  const state = { labels: LABELS, fields, list, rows }
  return (
    <ListPage
      {...state}
      exportDisabledReason={noInventoryExportReason(answer, 'shoots', ({ known }) => known !== null)}
      totals={
        <ShootTotals
          view={answer}
          q={q}
          fields={fields}
          hrefOf={(field, value) => paths.shoots({ q: toggleValue(q, field, value, fields), sort, cols })}
        />
      }
      notes={
        answer?.known === null && (
          <Strip tone="warn" icon="unreachable">
            Only shoots from Gardener are shown. Plans, “Source” and clusters known only to the database are missing
            until the database responds.
          </Strip>
        )
      }
    >
      <PagedTable
        {...state}
        defaultSort={DEFAULT_SORT}
        keys={SHUT_LIST_KEYS}
        none={reading => (
          <SourceGap what="shoots" reading={reading}>
            <EmptyState reason="empty" title="No shoots yet">
              A shoot appears here within a second of its creation in Gardener, or once a claim has an account.
            </EmptyState>
          </SourceGap>
        )}
      />
    </ListPage>
  )
}

type View = Pick<ShootsView, 'known' | 'failing' | 'failingAccounts'>

interface ShootTotalsProps {
  /** Null until the first response. The line already has its final height. */
  readonly view: View | null
  readonly q: string
  readonly fields: readonly SearchField[]
  /** Path of the list of rows with a value of a field. */
  readonly hrefOf: (field: string, value: string) => string
}

/**
 * Numbers of clusters by source, of shoots with account errors, and of affected accounts, each
 * linked to its rows.
 */
function ShootTotals({ view, q, fields, hrefOf }: ShootTotalsProps) {
  return <TotalsLine label="Shoots by source" totals={view && totalsOf({ view, q, fields, hrefOf })} />
}

function totalsOf({
  view: { known, failing, failingAccounts: accounts },
  q,
  fields,
  hrefOf,
}: ShootTotalsProps & { view: View }) {
  const total = (field: string, value: string) => ({
    href: hrefOf(field, value),
    chosen: filteredValues(q, field, fields).includes(value),
  })
  return [
    ...(known === null ? [] : KNOWN_TO).map(to => ({
      mark: <Icon name={KNOWN_LABELS[to].icon} size={12} />,
      count: known?.[to] ?? 0,
      label: KNOWN_LABELS[to].total,
      ...total('known', to),
    })),
    {
      mark: <Icon name="error" size={12} className={cx(failing > 0 && text.danger)} />,
      count: failing,
      label: 'with infrastructure errors',
      ...total('error', INFRASTRUCTURE),
    },
    {
      mark: <Icon name="bindings" size={12} />,
      count: accounts,
      // This total covers all accounts, because a search of shoots does not filter accounts.
      label: `${accounts === 1 ? 'account' : 'accounts'} with errors`,
      href: failingAccounts(),
      chosen: false,
    },
  ]
}
