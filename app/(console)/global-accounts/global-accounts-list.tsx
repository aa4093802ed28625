'use client'

import { useQueryClient } from '@tanstack/react-query'
import { globalAccountsQuery } from '#app/data/global-account-queries.ts'
import { WINDOW_ROWS } from '#app/data/window-rows.ts'
import { usePartedRows } from '#components/data-table/use-parted-rows.ts'
import { SearchBox } from '#components/search/search-box.tsx'
import { PageHead } from '#components/shell/page-head.tsx'
import { Toolbar } from '#components/shell/toolbar.tsx'
import { formatCount, formatPlural } from '#components/ui/format.ts'
import { paths } from '#lib/paths.ts'
import type { GlobalAccountRow } from '#lib/queries/global-accounts/global-account-row.ts'
import type { SearchField } from '#lib/search/field.ts'
import { ExportLinks } from '../export-links.tsx'
import { noInventoryExportReason } from '../no-list-export-reason.ts'
import { NotReadAgain } from '../not-read-again.tsx'
import { ReadFailure } from '../read-failure.tsx'
import { useListSearch } from '../use-list-search.ts'
import { ViewsButton } from '../views/views-button.tsx'
import { GLOBAL_ACCOUNT_COLUMNS } from './global-account-columns.tsx'
import { GlobalAccountsTable } from './global-accounts-table.tsx'

const keyOf = (row: GlobalAccountRow) => row.id

/** The list of all global accounts, read part by part as it scrolls. */
export function GlobalAccountsList({ fields }: { readonly fields: readonly SearchField[] }) {
  const list = useListSearch(GLOBAL_ACCOUNT_COLUMNS)
  const { search } = list
  const { cols } = list.columns
  const queries = useQueryClient()
  const rows = usePartedRows({
    listKey: `${search.sort} ${search.q}`,
    partRows: WINDOW_ROWS,
    queryOf: part => globalAccountsQuery(search, part),
    keyOf,
  })
  const { answer, error } = rows
  const readAgain = () => void queries.refetchQueries({ queryKey: ['global-accounts', search], type: 'active' })
  const hits = answer && `${formatCount(answer.hits)} of ${formatPlural(answer.of, 'global account')}`
  return (
    <>
      <PageHead
        title="Global accounts"
        summary={answer && (answer.hits === answer.of ? formatPlural(answer.of, 'global account') : hits)}
        actions={
          <ExportLinks
            hrefOf={format => paths.globalAccountsExport({ ...search, cols, format })}
            disabledReason={noInventoryExportReason(answer, 'bindings')}
          />
        }
      />
      <Toolbar>
        <SearchBox label="Search global accounts" fields={fields} value={search.q} onChange={list.setQ} hits={hits} />
        <ViewsButton page="global-accounts" />
      </Toolbar>
      {error && answer && <NotReadAgain error={error} onRetry={readAgain} />}
      {error && !answer ? (
        <ReadFailure error={error} onRetry={readAgain} />
      ) : (
        <GlobalAccountsTable rows={rows} list={list} fields={fields} />
      )}
    </>
  )
}
