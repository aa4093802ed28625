import { cx } from '#components/ui/cx.ts'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { BINDING_STATES, type BindingState } from '#lib/hap/pools/state.ts'
import type { CountsByState } from './counts-by-state.ts'
import { StateGlyph } from './state-glyph.tsx'
import { Total } from './total.tsx'
import styles from './totals.module.css'

interface StateTotalsProps {
  /** Null while they are read: the line has its height already. */
  readonly counts: CountsByState | null
  /** Where the bindings of a state are listed; null where no address can name them. */
  readonly hrefOf: (state: BindingState) => string | null
  /** States the list is narrowed to, shown even when nothing is in them; their links take that back. */
  readonly chosen?: readonly BindingState[]
  /** Takes the height of all states, so that a search that leaves out some moves nothing. */
  readonly reserved?: boolean
}

/** Number and word of every state that occurs, under the title of a list; each links to its rows. */
export function StateTotals({ counts, hrefOf, chosen = [], reserved = false }: StateTotalsProps) {
  const className = cx(styles.totals, reserved && styles.reserved)
  if (counts === null) {
    return (
      <div className={className} aria-hidden="true">
        <span className={styles.total}>
          <Skeleton width="min(560px, 70vw)" />
        </span>
      </div>
    )
  }
  return (
    <ul className={className} aria-label="Accounts by state">
      {BINDING_STATES.filter(state => (counts[state] ?? 0) > 0 || chosen.includes(state)).map(state => (
        <li key={state}>
          <Total
            mark={<StateGlyph state={state} />}
            count={counts[state] ?? 0}
            words={state}
            href={hrefOf(state)}
            chosen={chosen.includes(state)}
          />
        </li>
      ))}
    </ul>
  )
}
