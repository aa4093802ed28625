import { useInfiniteQuery } from '@tanstack/react-query'
import { revisionsQuery } from '#app/data/rules-queries.ts'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ButtonLink } from '#components/ui/links.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import { paths } from '#lib/paths.ts'
import type { RevisionRow } from '#lib/queries/rules/revisions.ts'
import { ReadFailure, RefreshFailure } from '../../read-failure.tsx'
import { TabSkeleton } from '../tab-skeleton.tsx'
import { useDraft } from '../use-draft.tsx'
import { DriftPanel } from './drift-panel.tsx'
import { RevisionFacts } from './revision-facts.tsx'
import styles from './revisions.module.css'

/** Lists the published revisions, and the drift of other readers of the rules. */
export function RevisionsTab() {
  const { inForce, person } = useDraft()
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(revisionsQuery())
  const retry = () => void refetch()
  if (!data) return error ? <ReadFailure error={error} onRetry={retry} /> : <TabSkeleton />
  const revisions = data.pages.flatMap(page => page.revisions)
  if (revisions.length === 0) {
    return (
      <EmptyState reason="empty" title="No revisions yet">
        The startup rules are in force ({inForce.origin}). The first published draft will become revision 1.
      </EmptyState>
    )
  }
  return (
    <>
      {error && <RefreshFailure error={error} onRetry={retry} />}
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

interface RevisionItemProps {
  readonly revision: RevisionRow
  readonly inForce: boolean
}

/** A revision of the list, with a link to its page. */
function RevisionItem({ revision, inForce }: RevisionItemProps) {
  const { number, actor, at } = revision
  return (
    <Panel
      title={
        <>
          Revision {number} {inForce && <Tag tone="ok">in force</Tag>}
        </>
      }
      aside={
        <span className={text.cut}>
          {actor}, <RelativeTime at={at} />
        </span>
      }
      padded
    >
      <div className={styles.item}>
        <RevisionFacts revision={revision} />
        <div className={text.row}>
          <ButtonLink size="small" href={paths.rulesRevision(number)}>
            Open revision {number}
          </ButtonLink>
          <a
            className={buttonClass({ look: 'ghost', size: 'small' })}
            href={paths.rulesRevisionYaml(number)}
            aria-label={`Export YAML of revision ${number}`}
            download
          >
            Export YAML
          </a>
        </div>
      </div>
    </Panel>
  )
}
