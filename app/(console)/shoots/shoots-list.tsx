'use client'

import { useQueryClient } from '@tanstack/react-query'
import { shootsQuery } from '#app/data/shoots-query.ts'
import { WINDOW_ROWS } from '#app/data/window-rows.ts'
import { usePartedRows } from '#components/data-table/use-parted-rows.ts'
import { SearchBox } from '#components/search/search-box.tsx'
import { PageHead } from '#components/shell/page-head.tsx'
import { Toolbar } from '#components/shell/toolbar.tsx'
import { formatCount, formatPlural } from '#components/ui/format.ts'
import { Strip } from '#components/ui/message.tsx'
import { paths } from '#lib/paths.ts'
import type { ShootsView } from '#lib/queries/shoots/list-shoots.ts'
import type { ShootRow } from '#lib/queries/shoots/shoot-row.ts'
import type { SearchField } from '#lib/search/field.ts'
import { toggledValue } from '#lib/search/toggle-value.ts'
import { ExportLinks } from '../export-links.tsx'
import { noInventoryExportReason } from '../no-list-export-reason.ts'
import { NotReadAgain } from '../not-read-again.tsx'
import { ReadFailure } from '../read-failure.tsx'
import { useListSearch } from '../use-list-search.ts'
import { ViewsButton } from '../views/views-button.tsx'
import { SHOOT_COLUMNS } from './shoot-columns.tsx'
import { ShootTotals } from './shoot-totals.tsx'
import { ShootsTable } from './shoots-table.tsx'

const keyOf = (row: ShootRow) => row.key

function hitsOf({ hits, of }: Pick<ShootsView, 'hits' | 'of'>): string {
  return `${formatCount(hits)} of ${formatPlural(of, 'shoot')}`
}

/** The list of all shoots, and of clusters that only the database knows; read part by part as it scrolls. */
export function ShootsList({ fields }: { readonly fields: readonly SearchField[] }) {
  const list = useListSearch(SHOOT_COLUMNS)
  const { search } = list
  const { cols } = list.columns
  const queries = useQueryClient()
  const rows = usePartedRows({
    listKey: `${search.sort} ${search.q}`,
    partRows: WINDOW_ROWS,
    queryOf: part => shootsQuery(search, part),
    keyOf,
  })
  const { answer, error } = rows
  const readAgain = () => void queries.refetchQueries({ queryKey: ['shoots', search], type: 'active' })
  return (
    <>
      <PageHead
        title="Shoots"
        summary={answer && (answer.hits === answer.of ? formatPlural(answer.of, 'shoot') : hitsOf(answer))}
        actions={
          <ExportLinks
            hrefOf={format => paths.shootsExport({ ...search, cols, format })}
            disabledReason={noInventoryExportReason(answer, 'shoots', ({ known }) => known !== null)}
          />
        }
      />
      <ShootTotals
        view={answer}
        q={search.q}
        fields={fields}
        hrefOf={(field, value) =>
          paths.shoots({ q: toggledValue(search.q, field, value, fields), sort: search.sort, cols })
        }
      />
      <Toolbar>
        <SearchBox
          label="Search shoots"
          fields={fields}
          value={search.q}
          onChange={list.setQ}
          hits={answer && hitsOf(answer)}
        />
        <ViewsButton page="shoots" />
      </Toolbar>
      {error && answer && <NotReadAgain error={error} onRetry={readAgain} />}
      {answer?.known === null && (
        <Strip tone="warn" icon="unreachable">
          Only shoots from Gardener are shown. Plans, “Known to” and clusters that only the database knows are missing
          until the database responds.
        </Strip>
      )}
      {error && !answer ? (
        <ReadFailure error={error} onRetry={readAgain} />
      ) : (
        <ShootsTable rows={rows} list={list} fields={fields} />
      )}
    </>
  )
}
