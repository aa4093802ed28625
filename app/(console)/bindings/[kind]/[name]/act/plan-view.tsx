import type { ReactNode } from 'react'
import { LabelDiff } from '#components/hap/label-diff.tsx'
import { TenantId } from '#components/hap/tenant-id.tsx'
import { Button } from '#components/ui/button.tsx'
import { Message } from '#components/ui/message.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { insertReason } from '#lib/hap/actions/action.ts'
import type { DiffLine } from '#lib/hap/actions/diff.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import type { BindingRow } from '#lib/queries/bindings/binding-list.ts'
import type { AffectedCluster, PreviewView } from '#lib/services/actions/action-preview.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { Refusal } from '../../../../refusal.tsx'
import { ThroughBinding } from '../shoots-panel.tsx'
import styles from './act.module.css'
import type { Preview } from './action-form.ts'

interface PlanViewProps {
  readonly preview: Preview | null
  /** The last preview, shown while the form lacks a choice. */
  readonly before: Extract<Preview, { status: 'planned' }> | null
  /** Whether the preview is out of date. */
  readonly checking: boolean
  /** The binding of the dialog. */
  readonly detail: Pick<BindingDetail, 'namespace'> & { readonly row: Pick<BindingDetail['row'], 'kind' | 'name'> }
  /** The reason typed so far. Some actions write it to the binding. */
  readonly reason: string
  readonly onCheckAgain: () => void
}

/** What an action would write to the current binding, and Gardener's answer to a dry run. */
export function PlanView({ preview, before, checking, detail, reason, onCheckAgain }: PlanViewProps) {
  const checkAgain = (
    <Button size="small" disabledReason={checking ? 'Checking the change.' : null} onClick={onCheckAgain}>
      Check again
    </Button>
  )
  if (preview === null) return <PlanSkeleton />
  if (preview.status === 'incomplete') {
    // The dialog shows the missing choice above this view.
    if (before === null) return null
    return (
      <div className={styles.before} inert>
        <Plan plan={before} detail={detail} reason={reason} checkAgain={checkAgain} />
      </div>
    )
  }
  if (preview.status !== 'planned') {
    return <Refusal action={checkAgain}>{preview.reason}</Refusal>
  }
  return <Plan plan={preview} detail={detail} reason={reason} checkAgain={checkAgain} />
}

interface PlanProps extends Pick<PlanViewProps, 'detail' | 'reason'> {
  readonly plan: Extract<PreviewView, { status: 'planned' }>
  readonly checkAgain: ReactNode
}

function Plan({ plan, detail: { row, namespace }, reason, checkAgain }: PlanProps) {
  const { diff, now, others, clusters, danger, objection: refusal } = plan
  return (
    <>
      {danger !== null && <Message tone="danger">{danger}</Message>}
      <LabelDiff
        object={`${row.kind} ${namespace}/${row.name}`}
        version={now.resourceVersion}
        lines={insertReasons(diff, reason)}
      />
      {others.map(({ binding, now: other, diff: lines }) => (
        <LabelDiff
          key={`${binding.kind} ${binding.name}`}
          object={`${binding.kind} ${binding.namespace}/${binding.name}`}
          version={other.resourceVersion}
          lines={insertReasons(lines, reason)}
        />
      ))}
      <AffectedClusters clusters={clusters} binding={row} />
      {refusal === null ? (
        <Message tone="ok" action={checkAgain}>
          <span className={text.strong}>
            Dry run passed: the API server would accept {others.length === 0 ? 'this change' : 'these changes'}.
          </span>{' '}
          Nothing written yet.
        </Message>
      ) : (
        <Message tone="danger" announce action={checkAgain}>
          {refusal}
        </Message>
      )}
    </>
  )
}

function PlanSkeleton() {
  return (
    <div className={styles.looking} role="status" aria-label="Loading the binding">
      <Skeleton width="60%" />
      <Skeleton width="100%" height={84} />
      <Skeleton width="100%" height={36} />
    </div>
  )
}

/**
 * Inserts the reason typed so far into the lines of a preview and drops pairs that add and remove
 * the same value.
 */
export function insertReasons(lines: readonly DiffLine[], reason: string): readonly DiffLine[] {
  const filled = lines.map(line => insertReason(line, reason))
  const has = (change: DiffLine['change'], { key, value, note }: DiffLine) =>
    filled.some(line => line.change === change && line.key === key && line.value === value && line.note === note)
  return filled.filter(line => !(has('added', line) && has('removed', line)))
}

interface AffectedClustersProps {
  readonly clusters: readonly AffectedCluster[]
  /** The binding of the page. */
  readonly binding: Pick<BindingRow, 'kind' | 'name'>
}

const COLUMNS = [
  { header: 'Cluster', width: 116 },
  { header: 'Global account', width: 132 },
  { header: 'Region', width: 124 },
  { header: 'Via binding' },
]

/** Number of clusters listed. The shoots tab lists all of them. */
const SHOWN_CLUSTERS = 8

/** Clusters on the account that an action affects. */
function AffectedClusters({ clusters, binding }: AffectedClustersProps) {
  if (clusters.length === 0) return <p className={text.muted}>No clusters on this account.</p>
  const more = clusters.length - SHOWN_CLUSTERS
  return (
    <section className={styles.clusters}>
      <h3 className={text.strong}>{formatPlural(clusters.length, 'cluster')} on this account</h3>
      <SmallTable label="Clusters on this account" columns={COLUMNS} folding="late">
        {clusters.slice(0, SHOWN_CLUSTERS).map(({ id, shoot, owner }) => (
          <tr key={id}>
            <th scope="row" className={text.mono}>
              {shoot?.name ?? 'announced'}
            </th>
            <td data-fold="line">
              <TenantId id={owner} />
            </td>
            <td data-fold="aside">{shoot?.region ?? 'by a claim'}</td>
            <td data-fold="line">{shoot?.binding && <ThroughBinding through={shoot.binding} row={binding} />}</td>
          </tr>
        ))}
      </SmallTable>
      {more > 0 && <p className={text.muted}>and {formatCount(more)} more (see the Shoots tab)</p>}
    </section>
  )
}
