import Link from 'next/link'
import type { ReactNode } from 'react'
import { cx } from '#components/ui/cx.ts'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { BINDING_STATES, type BindingState } from '#lib/hap/pools/state.ts'
import type { SearchField } from '#lib/search/field.ts'
import { filteredValues, toggleValue } from '#lib/search/value-filter.ts'
import { formatCount } from '#lib/util/format.ts'
import { StateGlyph } from './binding-state.tsx'
import type { CountsByState } from './state-counts.tsx'
import styles from './totals.module.css'

interface StateTotalsProps {
  /** Null while loading; the line then reserves its height. */
  readonly counts: CountsByState | null
  /** Path of the list of bindings in a state; null when no address selects them. */
  readonly hrefOf: (state: BindingState) => string | null
  /** States that the list is filtered by, shown even when empty; their links remove the filter. */
  readonly chosen?: readonly BindingState[]
  /** Reserves the height of all states, so that a filter does not move the page. */
  readonly reserved?: boolean
}

/** Counts of the occurring states, below the title of a list; each links to its rows. */
export function StateTotals({ counts, hrefOf, chosen = [], reserved = false }: StateTotalsProps) {
  const shown = BINDING_STATES.filter(state => (counts?.[state] ?? 0) > 0 || chosen.includes(state))
  const totals = shown.map(state => ({
    mark: <StateGlyph state={state} />,
    count: counts?.[state] ?? 0,
    label: state,
    href: hrefOf(state),
    chosen: chosen.includes(state),
  }))
  return <TotalsLine label="Accounts by state" totals={counts && totals} reserved={reserved} />
}

/** States that a search selects; empty when it does not mention a state. */
export function selectedStates(q: string, fields: readonly SearchField[]): readonly BindingState[] {
  const wanted = filteredValues(q, 'state', fields)
  return BINDING_STATES.filter(state => wanted.includes(state))
}

/** Adds or replaces the state in a search, and removes it when it is already the only one. */
export function toggleState(q: string, state: BindingState, fields: readonly SearchField[]): string {
  return toggleValue(q, 'state', state, fields)
}

interface TotalsLineProps {
  /** Accessible name: "Accounts by state". */
  readonly label: string
  /** Totals with distinct labels; null while loading, when the line reserves its height. */
  readonly totals: readonly TotalProps[] | null
  /**
   * Reserves the height of two lines on narrow screens, so that a filter does not move the page.
   */
  readonly reserved?: boolean
}

/** Totals below the title of a list; each links to its rows. */
export function TotalsLine({ label, totals, reserved = false }: TotalsLineProps) {
  const className = cx(styles.totals, reserved && styles.reserved)
  if (totals === null) {
    return (
      <div className={className} aria-hidden="true">
        <span className={styles.total}>
          <Skeleton width="min(560px, 70vw)" />
        </span>
      </div>
    )
  }
  return (
    <ul className={className} aria-label={label}>
      {totals.map(total => (
        <li key={total.label}>
          <Total {...total} />
        </li>
      ))}
    </ul>
  )
}

interface TotalProps {
  readonly mark: ReactNode
  readonly count: number
  readonly label: string
  /** Path of the list of these rows; null when no address selects them. */
  readonly href: string | null
  /** Whether the list is filtered by this total; the link then removes the filter. */
  readonly chosen: boolean
}

/** One total: mark, number and label. */
function Total({ mark, count, label: words, href, chosen }: TotalProps) {
  const content = (
    <>
      {mark}
      <span>
        <span className={styles.count}>{formatCount(count)}</span> {words}
      </span>
    </>
  )
  if (href === null) return <span className={styles.total}>{content}</span>
  return (
    <Link href={href} prefetch={false} className={styles.total} aria-current={chosen || undefined}>
      {content}
    </Link>
  )
}
