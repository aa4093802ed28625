import { Verdict } from '#components/hap/verdict.tsx'
import { Badge, Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import type { AccessFlag } from '#lib/hap/access/judge-rules.ts'
import type { KubeconfigState } from '#lib/queries/operators/kubeconfig-state.ts'

/** Label and sign of each state, the most urgent first. */
export const KUBECONFIG_STATE_LABELS = {
  failed: { outcome: 'wrong', label: 'Failed' },
  expired: { outcome: 'wrong', label: 'Expired' },
  refused: { outcome: 'warn', label: 'Refused' },
  revoking: { outcome: 'running', label: 'Revoking' },
  waiting: { outcome: 'warn', label: 'Waiting' },
  new: { outcome: 'running', label: 'New' },
  issuing: { outcome: 'running', label: 'Issuing' },
  rotating: { outcome: 'running', label: 'Rotating' },
  deleting: { outcome: 'running', label: 'Deleting' },
  issued: { outcome: 'done', label: 'Issued' },
  revoked: { outcome: 'no', label: 'Revoked' },
} as const satisfies Record<KubeconfigState, { outcome: Parameters<typeof Verdict>[0]['outcome']; label: string }>

/** State of a request as label and sign. */
export function KubeconfigStateText({ state }: { readonly state: KubeconfigState }) {
  const { outcome, label } = KUBECONFIG_STATE_LABELS[state]
  return <Verdict outcome={outcome}>{label}</Verdict>
}

/** State badge beside a title. */
export function KubeconfigStateBadge({ state }: { readonly state: KubeconfigState }) {
  return (
    <Badge>
      <VisuallyHidden>State: </VisuallyHidden>
      <KubeconfigStateText state={state} />
    </Badge>
  )
}

const FLAG_LABELS: Readonly<Record<AccessFlag, { readonly tone: 'danger' | 'warn'; readonly label: string }>> = {
  everything: { tone: 'danger', label: 'grants everything' },
  dangerous: { tone: 'danger', label: 'like cluster-admin' },
  refused: { tone: 'warn', label: 'rules refused' },
  'needs-exception': { tone: 'warn', label: 'needs an exception now' },
  nothing: { tone: 'warn', label: 'grants nothing' },
  'partly-nothing': { tone: 'warn', label: 'partly unused' },
}

/** Tags for unusual permissions of a kubeconfig, the most dangerous first. */
export function FlagTags({ flags }: { readonly flags: readonly AccessFlag[] }) {
  return (
    <span className={text.row}>
      {flags.map(flag => (
        <Tag key={flag} tone={FLAG_LABELS[flag].tone}>
          {FLAG_LABELS[flag].label}
        </Tag>
      ))}
    </span>
  )
}

/** Says what proves that a revocation has ended. */
export function formatProof(seconds: number | null): string {
  return seconds === null ? 'No token to reject' : `Rejected after ${seconds} s`
}
