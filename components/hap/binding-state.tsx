import { RelativeTime } from '#components/ui/relative-time.tsx'
import { Badge } from '#components/ui/tag.tsx'
import type { BindingState } from '#lib/hap/pools/state.ts'
import styles from './state.module.css'
import { StateGlyph } from './state-glyph.tsx'

interface StateName {
  readonly label: string
  /** Meaning in a few words. */
  readonly meaning: string
}

/** Labels of the states of a binding. */
export const STATE_NAMES: Record<BindingState, StateName> = {
  claimed: { label: 'Claimed', meaning: 'belongs to one global account' },
  shared: { label: 'Shared', meaning: 'used by many global accounts' },
  internal: { label: 'Internal', meaning: 'never selected' },
  held: { label: 'Held', meaning: 'on hold by a person' },
  dirty: { label: 'Dirty', meaning: 'waiting to be cleaned' },
  cleaning: { label: 'Cleaning', meaning: 'being cleaned' },
  verifying: { label: 'Verifying', meaning: 'evidence is being collected' },
  quarantined: { label: 'Quarantined', meaning: 'left to a person, not cleaned' },
  terminating: { label: 'Terminating', meaning: 'deletionTimestamp is set' },
  malformed: { label: 'Malformed', meaning: 'a label is missing or illegal' },
  free: { label: 'Free', meaning: 'not owned, can be claimed' },
}

/** A state as glyph and label, for tables and facts. */
export function StateText({ state }: { readonly state: BindingState }) {
  return (
    <span className={styles.text}>
      <StateGlyph state={state} />
      {STATE_NAMES[state].label}
    </span>
  )
}

interface StateBadgeProps {
  readonly state: BindingState
  /** When the state began (RFC 3339); the badge shows the duration. */
  readonly since?: string | null
  /** `since` is the first observation; the state may be older. */
  readonly isFirstLook?: boolean
}

/** A state as badge, for titles and details. */
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

interface TimeInStateProps {
  /** RFC 3339. */
  readonly since: string
  /** `since` is the first observation; the state may be older. */
  readonly isFirstLook: boolean
}

/** Duration of a state: `3 d`, or `≥ 3 d` when its beginning was not observed. */
export function TimeInState({ since, isFirstLook }: TimeInStateProps) {
  return (
    <>
      {isFirstLook && (
        <span data-tip="At least: it was so when the console first saw it, and nobody noted when it began.">≥ </span>
      )}
      <RelativeTime at={since} as="for" />
    </>
  )
}
