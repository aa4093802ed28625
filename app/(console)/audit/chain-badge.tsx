'use client'

import { Badge } from '#components/ui/badge.tsx'
import { useTimeText } from '#components/ui/clock-provider.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { IconName } from '#components/ui/icon-paths.ts'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import type { ChainStatus } from '#lib/services/audit/chain-check.ts'
import { formatCount, formatDuration } from '#lib/util/format.ts'
import styles from './audit.module.css'

/** Whether every entry of the log is as it was written. */
export function ChainBadge({ chain }: { readonly chain: ChainStatus }) {
  const details = useTimeText(now => detailsOf(chain, now))
  const { icon, words, look } = LOOKS[chain.state]
  return (
    <span data-tip={details}>
      <Badge className={look}>
        <Icon name={icon} size={12} />
        {words}
        {chain.state === 'broken' && ` at entry ${chain.seq}`}
      </Badge>
      <VisuallyHidden>{details}</VisuallyHidden>
    </span>
  )
}

const LOOKS: Readonly<
  Record<ChainStatus['state'], { readonly icon: IconName; readonly words: string; readonly look: string | undefined }>
> = {
  checking: { icon: 'clock', words: 'Checking the chain', look: undefined },
  verified: { icon: 'ok', words: 'Chain verified', look: styles.verified },
  broken: { icon: 'error', words: 'Chain broken', look: styles.broken },
  unreadable: { icon: 'unreachable', words: 'Chain not checked', look: undefined },
}

function detailsOf(chain: ChainStatus, now: number): string {
  switch (chain.state) {
    case 'checking':
      return 'Each entry carries the hash of the one before it; the hashes are being recomputed.'
    case 'verified': {
      const ago = formatDuration(now - Date.parse(chain.checkedAt))
      return `All ${formatCount(Number(chain.entries))} entries match their hashes; checked ${ago} ago.`
    }
    case 'broken':
      return chain.problem
    default:
      return chain.message
  }
}
