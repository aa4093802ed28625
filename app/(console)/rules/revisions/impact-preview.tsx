import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Message } from '#components/ui/message.tsx'
import text from '#components/ui/text.module.css'
import { ESTIMATE_MESSAGE } from '#lib/hap/selection/decision.ts'
import { ImpactList } from '../impact/impact-list.tsx'
import type { ImpactSummaryState } from '../impact/use-impact.ts'

interface ImpactPreviewProps {
  readonly impact: ImpactSummaryState
  /** Whether the author accepts to publish without a preview. */
  readonly waived: boolean
  readonly onWaive: (waived: boolean) => void
}

/**
 * Previews the impact of a publication on clusters. When the preview fails, the author may waive
 * it.
 */
export function ImpactPreview({ impact, waived, onWaive }: ImpactPreviewProps) {
  if (impact.kind === 'computing')
    return (
      <p className={text.muted} role="status">
        What this does to clusters is being computed.
      </p>
    )
  if (impact.kind === 'failed')
    return (
      <>
        <Message
          tone="warn"
          announce
          action={
            <Button size="small" onClick={impact.retry}>
              Compute it again
            </Button>
          }
        >
          What this does to clusters is not known. {impact.reason}
        </Message>
        <Checkbox
          label="Publish without knowing what this does to clusters"
          checked={waived}
          onChange={checked => onWaive(checked)}
        />
      </>
    )
  return (
    <>
      {impact.partial && (
        <Message tone="warn">The database does not answer: clusters that only it knows are not counted.</Message>
      )}
      <ImpactList label="What this does to clusters" summary={impact.summary} />
      {impact.estimated && <p className={text.muted}>{ESTIMATE_MESSAGE}</p>}
    </>
  )
}

/** Returns why the publication must wait for its impact preview; null when it need not. */
export function impactDisabledReason({ kind }: ImpactSummaryState, waived: boolean): string | null {
  if (kind === 'computing') return 'What this does to clusters is being computed.'
  return kind === 'failed' && !waived ? 'Compute what this does to clusters, or say that you publish without.' : null
}
