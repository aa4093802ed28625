import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Message } from '#components/ui/message.tsx'
import text from '#components/ui/text.module.css'
import { ESTIMATE_MESSAGE } from '#lib/hap/selection/decision.ts'
import { ImpactList } from '../impact/impact-list.tsx'
import type { KnownImpact } from '../impact/use-impact.ts'

interface ForeseenImpactProps {
  readonly impact: KnownImpact
  /** Whether somebody wants to publish without knowing it. */
  readonly waived: boolean
  readonly onWaive: (waived: boolean) => void
}

/** What rules would do to clusters, before they are published; where that cannot be said, it asks whether that matters. */
export function ForeseenImpact({ impact, waived, onWaive }: ForeseenImpactProps) {
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

/** Why rules with this impact are not to be published yet, as a sentence; null when they may be. */
export function impactObstacle({ kind }: KnownImpact, waived: boolean): string | null {
  if (kind === 'computing') return 'What this does to clusters is being computed.'
  return kind === 'failed' && !waived ? 'Compute what this does to clusters, or say that you publish without.' : null
}
