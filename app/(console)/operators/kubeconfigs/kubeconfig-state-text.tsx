import { Verdict } from '#components/hap/verdict.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import type { KubeconfigState } from '#lib/queries/operators/kubeconfigs/kubeconfig-state.ts'

const WORDS = {
  issued: { outcome: 'done', label: 'Issued' },
  issuing: { outcome: 'running', label: 'Issuing' },
  rotating: { outcome: 'running', label: 'Rotating' },
  new: { outcome: 'running', label: 'New' },
  deleting: { outcome: 'running', label: 'Deleting' },
  revoking: { outcome: 'running', label: 'Revoking' },
  revoked: { outcome: 'no', label: 'Revoked' },
  waiting: { outcome: 'warn', label: 'Waiting' },
  refused: { outcome: 'warn', label: 'Refused' },
  expired: { outcome: 'wrong', label: 'Expired' },
  failed: { outcome: 'wrong', label: 'Failed' },
} as const satisfies Record<KubeconfigState, { outcome: Parameters<typeof Verdict>[0]['outcome']; label: string }>

/** The state of a request in a word and a glyph. */
export function KubeconfigStateText({ state }: { readonly state: KubeconfigState }) {
  const { outcome, label } = WORDS[state]
  return <Verdict outcome={outcome}>{label}</Verdict>
}

/** The same beside a title. */
export function KubeconfigStateBadge({ state }: { readonly state: KubeconfigState }) {
  return (
    <Badge>
      <VisuallyHidden>State: </VisuallyHidden>
      <KubeconfigStateText state={state} />
    </Badge>
  )
}
