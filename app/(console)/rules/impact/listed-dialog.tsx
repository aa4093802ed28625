import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { signedOutAnswer } from '#app/data/call-failure.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { saveText } from '#components/ui/save-file.ts'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { ReadFailure } from '../../read-failure.tsx'
import { exportImpact } from './actions.ts'
import styles from './impact.module.css'
import type { ShownRows } from './impact-list.tsx'
import { buildDraftQuestion, type ImpactQuestion } from './use-impact.ts'

interface ListedDialogProps<Item> {
  readonly question: ImpactQuestion
  readonly shown: ShownRows
  /** The listed noun: "row" or "global account". */
  readonly what: string
  /** Loads the next page, with the total number of items. */
  readonly load: (query: RowsQuestion) => Promise<{ readonly items: readonly Item[]; readonly hits: number }>
  readonly onClose: () => void
  readonly children: (items: readonly Item[]) => ReactNode
}

type RowsQuestion = ReturnType<typeof buildDraftQuestion> & {
  readonly choice: string
  readonly account: string | null
  readonly offset: number
}

/** Height of a row of a small table in pixels, as `--h-compact`. */
const ROW_HEIGHT = 32

/** Lists the rows behind a number page by page, and exports all of them. */
export function ListedDialog<Item>({ question, shown, what, load, onClose, children }: ListedDialogProps<Item>) {
  const { title, choice, account = null, count = 0 } = shown
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['rules-impact-rows', question, what, choice, account],
    queryFn: async ({ pageParam: offset }) => load({ ...buildDraftQuestion(question), choice, account, offset }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const read = pages.reduce((sum, { items }) => sum + items.length, 0)
      return last.items.length > 0 && read < last.hits ? read : undefined
    },
    gcTime: 0,
  })
  const items = data?.pages.flatMap(page => page.items) ?? []
  return (
    <Dialog
      title={title}
      width="widest"
      note={data && `${formatCount(items.length)} of ${formatPlural(data.pages[0]?.hits ?? 0, what)}`}
      actions={
        <>
          <ExportButton question={question} choice={choice} account={account} />
          <Button onClick={onClose}>Close</Button>
        </>
      }
      onClose={onClose}
    >
      {error && <ReadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        // The skeleton reserves the final height, so that no button moves under the pointer.
        <div className={styles.rows}>
          <Skeleton width="100%" height={(count + 1) * ROW_HEIGHT} />
        </div>
      )}
      {data && (
        <div className={styles.rows}>
          {children(items)}
          {hasNextPage && (
            <div className={styles.more}>
              <Button disabledReason={isFetchingNextPage ? 'Loading…' : null} onClick={() => void fetchNextPage()}>
                Show more
              </Button>
            </div>
          )}
        </div>
      )}
    </Dialog>
  )
}

interface ExportButtonProps {
  readonly question: ImpactQuestion
  /** The figure whose rows are exported. */
  readonly choice: string
  /** Restricts the export to one global account. */
  readonly account?: string | null
  readonly disabledReason?: string | null
}

/** Downloads rows as CSV, which the server formats. */
export function ExportButton({ question, choice, account = null, disabledReason = null }: ExportButtonProps) {
  const [working, setWorking] = useState(false)
  const save = async () => {
    setWorking(true)
    const answer = await exportImpact({ ...buildDraftQuestion(question), choice, account, offset: 0 }).catch(
      signedOutAnswer,
    )
    setWorking(false)
    if (answer?.kind === 'file') return saveText('impact.csv', answer.text, 'text/csv')
    showToast({ text: `No file was created. ${describeFailure(answer)}`, failed: true })
  }
  return (
    <Button disabledReason={working ? 'Creating the file…' : disabledReason} onClick={() => void save()}>
      Export CSV
    </Button>
  )
}

function describeFailure(answer: Awaited<ReturnType<typeof exportImpact>> | null): string {
  if (answer?.kind === 'no-answer') return answer.reason
  return answer?.kind === 'invalid' ? 'The draft has errors.' : 'The console is not responding.'
}
