import { Badge } from '#components/ui/badge.tsx'
import type { BindingState } from '#lib/hap/pools/state.ts'
import styles from './state.module.css'
import { StateGlyph } from './state-glyph.tsx'
import { STATE_NAMES } from './state-names.ts'
import { TimeInState } from './time-in-state.tsx'

interface StateBadgeProps {
  readonly state: BindingState
  /** When the state began (RFC 3339); the badge shows the duration. */
  readonly since?: string | null
  /** It is only known to be so since it was first seen. */
  readonly isFirstLook?: boolean
}

/** A state on its soft background, for titles and details. */
export function StateBadge({ state, since = null, isFirstLook = false }: StateBadgeProps) {
  return (
    <Badge className={styles[state]}>
      <StateGlyph state={state} />
      {STATE_NAMES[state].label}
      {since !== null && (
        <span className={styles.since}>
          <TimeInState since={since} isFirstLook={isFirstLook} />
        </span>
      )}
    </Badge>
  )
}
