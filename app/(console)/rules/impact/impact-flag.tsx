import { Verdict } from '#components/hap/verdict.tsx'
import type { Change, Concern } from '#lib/hap/impact/destination.ts'
import { IMPACT_LABELS } from '#lib/hap/impact/impact.ts'

type Outcome = Parameters<typeof Verdict>[0]['outcome']

const OUTCOMES: Readonly<Record<Change | Concern, Outcome>> = {
  'newly-unmatched': 'wrong',
  'newly-refused': 'wrong',
  'loses-eu': 'wrong',
  'becomes-shared': 'wrong',
  'empty-pool': 'wrong',
  'short-pool': 'warn',
  'becomes-dedicated': 'warn',
  'needs-account': 'warn',
  moved: 'warn',
  'newly-matched': 'ok',
  unmatched: 'still',
  unchanged: 'still',
}

/** What happens to clusters, in words behind a drawing. */
export function ImpactFlag({ name }: { readonly name: Change | Concern }) {
  return <Verdict outcome={OUTCOMES[name]}>{IMPACT_LABELS[name]}</Verdict>
}
