import { Verdict } from '#components/hap/verdict.tsx'
import { Badge } from '#components/ui/tag.tsx'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import type { ResourceState } from '#lib/queries/operators/resource-state.ts'

/** Label and sign of each state, the most urgent first. */
export const RESOURCE_STATE_LABELS = {
  failed: { outcome: 'wrong', label: 'Failed' },
  waiting: { outcome: 'warn', label: 'Waiting' },
  'in-progress': { outcome: 'running', label: 'In progress' },
  new: { outcome: 'running', label: 'New' },
  deleting: { outcome: 'running', label: 'Deleting' },
  ready: { outcome: 'done', label: 'Ready' },
} as const satisfies Record<ResourceState, { outcome: Parameters<typeof Verdict>[0]['outcome']; label: string }>

/** State of a custom resource as label and sign. */
export function ResourceStateText({ state }: { readonly state: ResourceState }) {
  const { outcome, label } = RESOURCE_STATE_LABELS[state]
  return <Verdict outcome={outcome}>{label}</Verdict>
}

/** State badge beside a title. */
export function ResourceStateBadge({ state }: { readonly state: ResourceState }) {
  return (
    <Badge>
      <VisuallyHidden>State: </VisuallyHidden>
      <ResourceStateText state={state} />
    </Badge>
  )
}
