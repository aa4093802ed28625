import { useInfiniteQuery } from '@tanstack/react-query'
import { revisionsQuery } from '#app/data/rules-queries.ts'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { NotReadAgain } from '../../not-read-again.tsx'
import { ReadFailure } from '../../read-failure.tsx'
import { ReadingTab } from '../reading-tab.tsx'
import { useDraft } from '../use-draft.ts'
import { DriftPanel } from './drift-panel.tsx'
import { RevisionItem } from './revision-item.tsx'
import styles from './revisions.module.css'

/** Every revision that was published: who, when, why, and what it changed; and whether others read the same rules. */
export function RevisionsTab() {
  const { inForce, person } = useDraft()
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(revisionsQuery())
  const retry = () => void refetch()
  if (!data) return error ? <ReadFailure error={error} onRetry={retry} /> : <ReadingTab />
  const revisions = data.pages.flatMap(page => page.revisions)
  if (revisions.length === 0) {
    return (
      <EmptyState reason="empty" title="No revisions yet">
        The rules of the start are in force ({inForce.origin}). The first published draft becomes revision 1.
      </EmptyState>
    )
  }
  return (
    <>
      {error && <NotReadAgain error={error} onRetry={retry} />}
      <div className={styles.list}>
        <DriftPanel person={person} />
        <ol className={styles.revisions} aria-label="Revisions">
          {revisions.map(revision => (
            <li key={revision.number}>
              <RevisionItem revision={revision} inForce={revision.number === inForce.number} />
            </li>
          ))}
        </ol>
        {hasNextPage && (
          <div>
            <Button disabledReason={isFetchingNextPage ? 'Loading.' : null} onClick={() => void fetchNextPage()}>
              Show older revisions
            </Button>
          </div>
        )}
      </div>
    </>
  )
}
