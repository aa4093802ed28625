import type { ReactNode } from 'react'
import { cx } from '#components/ui/cx.ts'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { Badge } from '#components/ui/tag.tsx'
import type { BindingState } from '#lib/hap/pools/state.ts'
import styles from './state.module.css'

interface StateName {
  readonly label: string
  /** Meaning in a few words. */
  readonly meaning: string
}

/** Labels of the states of a binding. */
export const STATE_NAMES: Record<BindingState, StateName> = {
  claimed: { label: 'Claimed', meaning: 'claimed by one global account' },
  shared: { label: 'Shared', meaning: 'used by many global accounts' },
  internal: { label: 'Internal', meaning: 'never assigned' },
  held: { label: 'Held', meaning: 'put on hold manually' },
  dirty: { label: 'Dirty', meaning: 'waiting for cleanup' },
  cleaning: { label: 'Cleaning', meaning: 'being cleaned' },
  verifying: { label: 'Verifying', meaning: 'being verified as empty' },
  quarantined: { label: 'Quarantined', meaning: 'needs manual cleanup' },
  terminating: { label: 'Terminating', meaning: 'being deleted' },
  malformed: { label: 'Malformed', meaning: 'missing or invalid label' },
  free: { label: 'Free', meaning: 'free, can be claimed' },
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
        <span data-tip="At least: the console does not know when the binding entered this state.">≥ </span>
      )}
      <RelativeTime at={since} as="for" />
    </>
  )
}

/**
 * One shape per state, distinguishable without colour. Round: in the cycle, filled by occupancy;
 * square: excluded by a person; cornered: needs repair.
 */
const GLYPHS: Record<BindingState, ReactNode> = {
  claimed: <circle cx="6" cy="6" r="5.25" fill="currentColor" stroke="none" />,
  shared: (
    <path fill="currentColor" stroke="none" d="M5.2.81a5.25 5.25 0 0 0 0 10.38zM6.8.81a5.25 5.25 0 0 1 0 10.38z" />
  ),
  internal: (
    <>
      <rect x="1.25" y="1.25" width="9.5" height="9.5" rx="1" strokeWidth="1.5" />
      <rect x="4.25" y="4.25" width="3.5" height="3.5" fill="currentColor" stroke="none" />
    </>
  ),
  held: (
    <path
      fill="currentColor"
      fillRule="evenodd"
      stroke="none"
      d="M1.5.5h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1zM3.5 3v6h1.7V3zM6.8 3v6h1.7V3z"
    />
  ),
  dirty: (
    <>
      <circle cx="6" cy="6" r="4.5" strokeWidth="1.5" />
      <path d="M1.5 6h9a4.5 4.5 0 0 1-9 0z" fill="currentColor" stroke="none" />
    </>
  ),
  cleaning: (
    <>
      <circle cx="6" cy="6" r="4.5" strokeWidth="1.5" />
      <path d="M6 6h4.5A4.5 4.5 0 0 1 6 10.5z" fill="currentColor" stroke="none" />
    </>
  ),
  verifying: (
    <>
      <circle cx="6" cy="6" r="4.6" strokeWidth="1.3" />
      <path d="M3.9 6.1l1.5 1.5 2.7-3" strokeWidth="1.3" />
    </>
  ),
  quarantined: (
    <path
      fill="currentColor"
      fillRule="evenodd"
      stroke="none"
      d="M3.6.4h4.8l3.2 3.2v4.8l-3.2 3.2H3.6L.4 8.4V3.6zM2.9 5.1v1.8h6.2V5.1z"
    />
  ),
  terminating: (
    <>
      <rect x="1.25" y="1.25" width="9.5" height="9.5" rx="1" strokeWidth="1.5" />
      <path d="M4 4l4 4M8 4l-4 4" strokeWidth="1.4" />
    </>
  ),
  malformed: (
    <>
      <path d="M6 .9L11.1 6 6 11.1.9 6z" strokeWidth="1.4" />
      <path d="M6 3.6v2.7M6 8.2v.2" strokeWidth="1.5" />
    </>
  ),
  free: <circle cx="6" cy="6" r="4.5" strokeWidth="1.5" />,
}

interface StateGlyphProps {
  readonly state: BindingState
  /** 12 in text (default), 14 in titles, 10 under bars. */
  readonly size?: 10 | 12 | 14
}

/** Glyph of a state in its colour. Hidden from screen readers, because a label stands beside it. */
export function StateGlyph({ state, size = 12 }: StateGlyphProps) {
  return (
    <svg className={cx(styles.glyph, styles[state])} width={size} height={size} viewBox="0 0 12 12" aria-hidden="true">
      {GLYPHS[state]}
    </svg>
  )
}
