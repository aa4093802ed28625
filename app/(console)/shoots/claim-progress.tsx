import { Verdict } from '#components/hap/verdict.tsx'
import text from '#components/ui/text.module.css'
import { CLAIM_LABELS } from '#lib/hap/pools/shoot.ts'
import type { ShootRow } from '#lib/queries/shoots/shoot-list.ts'

type Status = NonNullable<ShootRow['claimed']>

/** Progress of a claim whose shoot Gardener does not show. */
export function ClaimProgress({ status }: { readonly status: Status }) {
  if (status === 'active') return <Verdict outcome="warn">{CLAIM_LABELS.active}</Verdict>
  return (
    <Verdict outcome="running">
      <span className={text.muted}>{CLAIM_LABELS[status]}</span>
    </Verdict>
  )
}
