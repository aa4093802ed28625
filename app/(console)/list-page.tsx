import type { ReactNode } from 'react'
import type { ColumnChoice } from '#components/data-table/use-column-choice.ts'
import { SearchBox } from '#components/search/search-box.tsx'
import { PageHead } from '#components/shell/page-head.tsx'
import { Toolbar } from '#components/shell/toolbar.tsx'
import { paths } from '#lib/paths.ts'
import type { SearchField } from '#lib/search/field.ts'
import { ExportLinks } from './export-links.tsx'
import { hitsText, type ListCounts, type ListWords, summaryText } from './list-words.ts'
import { NotReadAgain } from './not-read-again.tsx'
import { ReadFailure } from './read-failure.tsx'
import type { ListSearchState } from './use-list-search.ts'
import { ViewsButton } from './views/views-button.tsx'

/** What a list page has of its address and of the server. */
export interface ListPageState {
  readonly words: ListWords
  readonly fields: readonly SearchField[]
  readonly list: Pick<ListSearchState<never>, 'search' | 'setQ'> & {
    readonly columns: Pick<ColumnChoice<never>, 'cols'>
  }
  readonly rows: {
    /** Null while it is read for the first time. */
    readonly answer: ListCounts | null
    readonly error: Error | null
    readonly readAgain: () => void
  }
}

interface ListPageProps extends ListPageState {
  /** Why the list cannot be saved now; null when it can. */
  readonly noFile: string | null
  /** Of a list that grows while it is read: where it ended, for its file. */
  readonly upTo?: string | undefined
  /** Beside the title. */
  readonly badge?: ReactNode
  /** What is done on the page, after its files. */
  readonly action?: ReactNode
  /** Default: how many rows the search leaves. */
  readonly summary?: ReactNode
  /** What the search leaves beside rows. */
  readonly alsoHits?: string | null
  /** Below the title: the other lists of the page. */
  readonly tabs?: ReactNode
  /** Totals, above the search box. */
  readonly totals?: ReactNode
  /** What must be known of the rows, below it. */
  readonly notes?: ReactNode
  /** The rows, or why there are none. */
  readonly children: ReactNode
}

/** The page of a list: its head with the file of what it shows, its search, and what the server did not give. */
export function ListPage(props: ListPageProps) {
  const { words, fields, list, rows, noFile, upTo, badge, action, summary, alsoHits, tabs, totals, notes, children } =
    props
  const { search, setQ, columns } = list
  const { answer, error, readAgain } = rows
  return (
    <>
      <PageHead
        title={words.heading ?? words.title}
        badge={badge}
        summary={answer && (summary ?? summaryText(words, answer))}
        actions={
          <>
            <ExportLinks
              hrefOf={format => paths.listExport(words.page, { ...search, cols: columns.cols, format, upTo })}
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
          label={`Search ${words.noun}s`}
          fields={fields}
          value={search.q}
          onChange={setQ}
          hits={answer && [hitsText(words, answer), alsoHits].filter(Boolean).join(', ')}
        />
        <ViewsButton page={words.page} />
      </Toolbar>
      {answer && error && <NotReadAgain error={error} onRetry={readAgain} />}
      {notes}
      {error && !answer ? <ReadFailure error={error} onRetry={readAgain} /> : children}
    </>
  )
}
