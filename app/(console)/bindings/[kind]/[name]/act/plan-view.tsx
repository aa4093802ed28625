import type { ReactNode } from 'react'
import { LabelDiff } from '#components/hap/label-diff.tsx'
import { Button } from '#components/ui/button.tsx'
import { Message } from '#components/ui/message.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import text from '#components/ui/text.module.css'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import type { PreviewView } from '#lib/services/actions/action-view.ts'
import { Refusal } from '../../../../refusal.tsx'
import styles from './act.module.css'
import { AffectedClusters } from './affected-clusters.tsx'
import { diffWithReason } from './diff-with-reason.ts'
import type { usePreview } from './use-preview.ts'

interface PlanViewProps extends Pick<ReturnType<typeof usePreview>, 'preview' | 'before' | 'checking'> {
  /** The binding of the dialog. */
  readonly detail: Pick<BindingDetail, 'namespace'> & { readonly row: Pick<BindingDetail['row'], 'kind' | 'name'> }
  /** The reason typed so far. Some actions write it to the binding. */
  readonly reason: string
  readonly onCheckAgain: () => void
}

/** What an action would write to the current binding, and Gardener's answer to a dry run. */
export function PlanView({ preview, before, checking, detail, reason, onCheckAgain }: PlanViewProps) {
  const again = (
    <Button size="small" disabledReason={checking ? 'Checking the change.' : null} onClick={onCheckAgain}>
      Check again
    </Button>
  )
  if (preview === null) return <Looking />
  if (preview.status === 'unsaid') {
    // The dialog shows the missing choice above this view.
    if (before === null) return null
    return (
      <div className={styles.before} inert>
        <Plan plan={before} detail={detail} reason={reason} again={again} />
      </div>
    )
  }
  if (preview.status !== 'planned') {
    return <Refusal action={again}>{preview.reason}</Refusal>
  }
  return <Plan plan={preview} detail={detail} reason={reason} again={again} />
}

interface PlanProps extends Pick<PlanViewProps, 'detail' | 'reason'> {
  readonly plan: Extract<PreviewView, { status: 'planned' }>
  readonly again: ReactNode
}

function Plan({ plan, detail: { row, namespace }, reason, again }: PlanProps) {
  const { diff, now, others, clusters, danger, objection } = plan
  return (
    <>
      {danger !== null && <Message tone="danger">{danger}</Message>}
      <LabelDiff
        object={`${row.kind} ${namespace}/${row.name}`}
        version={now.resourceVersion}
        lines={diffWithReason(diff, reason)}
      />
      {others.map(({ binding, now: other, diff: lines }) => (
        <LabelDiff
          key={`${binding.kind} ${binding.name}`}
          object={`${binding.kind} ${binding.namespace}/${binding.name}`}
          version={other.resourceVersion}
          lines={diffWithReason(lines, reason)}
        />
      ))}
      <AffectedClusters clusters={clusters} binding={row} />
      {objection === null ? (
        <Message tone="ok" action={again}>
          <span className={text.strong}>
            The API server accepts {others.length === 0 ? 'this change' : 'these changes'}.
          </span>{' '}
          Dry run only: nothing was written.
        </Message>
      ) : (
        <Message tone="danger" announce action={again}>
          {objection}
        </Message>
      )}
    </>
  )
}

function Looking() {
  return (
    <div className={styles.looking} role="status" aria-label="Reading the binding">
      <Skeleton width="60%" />
      <Skeleton width="100%" height={84} />
      <Skeleton width="100%" height={36} />
    </div>
  )
}
