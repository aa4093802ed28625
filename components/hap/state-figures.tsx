import Link from 'next/link'
import { cx } from '#components/ui/cx.ts'
import { BINDING_STATES, type BindingState } from '#lib/hap/pools/state.ts'
import { formatCount } from '#lib/util/format.ts'
import type { CountsByState } from './counts-by-state.ts'
import styles from './state-figures.module.css'
import { StateGlyph } from './state-glyph.tsx'
import { STATE_NAMES } from './state-names.ts'

interface StateFiguresProps {
  readonly counts: CountsByState
  readonly hrefOf: (state: BindingState) => string
}

/** The count of each state, including empty ones, so that positions are stable; each links to its rows. */
export function StateFigures({ counts, hrefOf }: StateFiguresProps) {
  return (
    <ul className={styles.figures} aria-label="Accounts by state">
      {BINDING_STATES.map(state => {
        const count = counts[state] ?? 0
        return (
          <li key={state} className={styles.cell}>
            <Link href={hrefOf(state)} prefetch={false} className={styles.link} data-tip={STATE_NAMES[state].meaning}>
              <span className={styles.name}>
                <StateGlyph state={state} />
                {STATE_NAMES[state].label}
              </span>{' '}
              <span className={cx(styles.figure, count === 0 && styles.zero)}>{formatCount(count)}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
