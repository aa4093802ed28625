import { createContext, lazy, Suspense, useContext, useState } from 'react'
import { type Column, useColumnChoice } from '#components/data-table/column.ts'
import { DataTable } from '#components/data-table/data-table.tsx'
import { ListFooter, OPEN_KEYS } from '#components/data-table/list-footer.tsx'
import type { PagedRows } from '#components/data-table/use-paged-rows.ts'
import { BindingLink, KindTag } from '#components/hap/binding-link.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import text from '#components/ui/text.module.css'
import type { JobTargetDetail, JobWithChanges } from '#lib/services/jobs/job-detail.ts'
import { formatCount } from '#lib/util/format.ts'
import { formatResult } from '../job-labels.ts'
import { OutcomeText } from '../job-outcome.tsx'

const ChangedDialog = lazy(() => import('./result-dialog.tsx').then(module => ({ default: module.ChangedDialog })))
const ResultDialog = lazy(() => import('./result-dialog.tsx').then(module => ({ default: module.ResultDialog })))

/** Outcomes of all targets of a job. */
export function TargetsTable({
  rows: { source, hold, answer },
}: {
  readonly rows: PagedRows<JobTargetDetail, JobWithChanges>
}) {
  const columns = useColumnChoice(COLUMNS)
  const [shown, setShown] = useState<JobTargetDetail | null>(null)
  if (answer?.hits === 0) {
    return (
      <EmptyState reason="filtered" title="No bindings with this outcome">
        Select another outcome above.
      </EmptyState>
    )
  }
  return (
    <ShowResult value={setShown}>
      <DataTable
        onTouch={hold.touch}
        label="Bindings of the job"
        columns={columns.shown}
        source={source}
        busy={answer === null}
        footer={({ first, last, total }) => (
          <ListFooter
            keys={OPEN_KEYS}
            columns={columns}
            hold={hold}
            summary={answer && `${formatCount(first)}–${formatCount(last)} of ${formatCount(total)}`}
          />
        )}
      />
      {shown && (
        <Suspense>
          {shown.changed === null ? (
            <ResultDialog target={shown} onClose={() => setShown(null)} />
          ) : (
            <ChangedDialog target={shown} changed={shown.changed} onClose={() => setShown(null)} />
          )}
        </Suspense>
      )}
    </ShowResult>
  )
}

const COLUMNS: readonly Column<JobTargetDetail>[] = [
  { id: 'name', header: 'Name', width: 248, cell: target => <BindingLink binding={target} strong /> },
  { id: 'kind', header: 'Kind', width: 56, priority: 2, cell: ({ kind }) => <KindTag kind={kind} /> },
  {
    id: 'outcome',
    header: 'Outcome',
    width: 132,
    narrow: 'aside',
    cell: ({ status }) => <OutcomeText status={status} />,
  },
  {
    id: 'message',
    header: 'Result',
    minWidth: 240,
    narrow: 'line',
    cell: target => <TargetResult target={target} />,
  },
  { id: 'attempts', header: 'Attempts', width: 84, align: 'end', priority: 3, cell: ({ attempts }) => attempts },
  {
    id: 'when',
    header: 'When',
    width: 120,
    align: 'end',
    priority: 2,
    cell: ({ status, updatedAt }) => status !== 'pending' && <RelativeTime at={updatedAt} />,
  },
]

/**
 * Opens the complete result of a target. The dialog belongs to the table, so it survives scrolling
 * and refreshes of the row.
 */
const ShowResult = createContext<(target: JobTargetDetail) => void>(() => {})

/** Longer results do not fit into a row. */
const MAX_CHARACTERS = 60

/**
 * Result of a target as text, with a button for concurrent changes or the text that does not fit.
 */
function TargetResult({ target }: { readonly target: JobTargetDetail }) {
  const { name, changed } = target
  const show = useContext(ShowResult)
  const message = formatResult(target)
  if (message === '') return null
  const shown = <span data-tip={message}>{message}</span>
  if (changed === null && message.length <= MAX_CHARACTERS) return shown
  const verb = changed === null ? 'Full result' : 'Changes'
  return (
    <span className={text.row}>
      <Button
        size="small"
        aria-label={changed === null ? `Full result of ${name}` : `Changes on ${name}`}
        onClick={() => show(target)}
      >
        {verb}
      </Button>
      <span className={text.cut}>{shown}</span>
    </span>
  )
}
