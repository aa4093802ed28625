import type { ReactNode } from 'react'
import type { ColumnChoice } from '#components/data-table/column.ts'
import { SearchBox } from '#components/search/search-box.tsx'
import { PageHead, Toolbar } from '#components/shell/page-head.tsx'
import { paths } from '#lib/paths.ts'
import type { SearchField } from '#lib/search/field.ts'
import { ExportLinks } from './list-export.tsx'
import { formatHitsOfAll, formatSummary, type ListCounts, type ListLabels } from './list-labels.ts'
import { ReadFailure, RefreshFailure } from './read-failure.tsx'
import type { ListSearchState } from './use-list.ts'
import { ViewsButton } from './views/views-button.tsx'

/** State of a list page from its address and the server. */
export interface ListPageState {
  readonly labels: ListLabels
  readonly fields: readonly SearchField[]
  readonly list: Pick<ListSearchState<never>, 'search' | 'setQ'> & {
    readonly columns: Pick<ColumnChoice<never>, 'cols'>
  }
  readonly rows: {
    /** Null until the first response. */
    readonly answer: ListCounts | null
    readonly error: Error | null
    readonly refetch: () => void
  }
}

interface ListPageProps extends ListPageState {
  /** Why the list cannot be exported; null when it can. */
  readonly exportDisabledReason: string | null
  /** For a list that grows while it is shown: the newest row of the export. */
  readonly upTo?: string | undefined
  /** Shown beside the title. */
  readonly badge?: ReactNode
  /** Action of the page, after the exports. */
  readonly action?: ReactNode
  /** Default: the number of matching rows. */
  readonly summary?: ReactNode
  /** Matches of the search that are no rows. */
  readonly alsoHits?: string | null
  /** Below the title: links to the other lists of the page. */
  readonly tabs?: ReactNode
  /** Totals above the search box. */
  readonly totals?: ReactNode
  /** Notes on the rows, below the search box. */
  readonly notes?: ReactNode
  /** The rows, or why there are none. */
  readonly children: ReactNode
}

/** Layout of a list page: title, exports, search, notes and failures of the server. */
export function ListPage(props: ListPageProps) {
  const {
    labels,
    fields,
    list,
    rows,
    exportDisabledReason: noFile,
    upTo,
    badge,
    action,
    summary,
    alsoHits,
    tabs,
    totals,
    notes,
    children,
  } = props
  const { search, setQ, columns } = list
  const { answer, error, refetch } = rows
  return (
    <>
      <PageHead
        title={labels.heading ?? labels.title}
        badge={badge}
        summary={answer && (summary ?? formatSummary(labels, answer))}
        actions={
          <>
            <ExportLinks
              hrefOf={format => paths.listExport(labels.page, { ...search, cols: columns.cols, format, upTo })}
              disabledReason={noFile}
            />
            {action}
          </>
        }
      />
      {tabs}
      {totals}
      <Toolbar>
        <SearchBox
          label={`Search ${labels.noun}s`}
          fields={fields}
          value={search.q}
          onChange={setQ}
          hits={answer && [formatHitsOfAll(labels, answer), alsoHits].filter(Boolean).join(', ')}
        />
        <ViewsButton page={labels.page} />
      </Toolbar>
      {answer && error && <RefreshFailure error={error} onRetry={refetch} />}
      {notes}
      {error && !answer ? <ReadFailure error={error} onRetry={refetch} /> : children}
    </>
  )
}
