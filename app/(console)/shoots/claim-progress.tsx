import { Verdict } from '#components/hap/verdict.tsx'
import text from '#components/ui/text.module.css'
import type { ShootRow } from '#lib/queries/shoots/shoot-row.ts'

type Status = NonNullable<ShootRow['claimed']>

const WORDS: Readonly<Record<Status, string>> = {
  intent: 'claiming an account',
  reserved: 'claimed, no shoot yet',
  active: 'shoot is gone',
  releasing: 'being released',
}

/** How far a claim came whose shoot Gardener does not show. */
export function ClaimProgress({ status }: { readonly status: Status }) {
  if (status === 'active') return <Verdict outcome="warn">{WORDS.active}</Verdict>
  return (
    <Verdict outcome="running">
      <span className={text.muted}>{WORDS[status]}</span>
    </Verdict>
  )
}
