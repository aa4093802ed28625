import { CellLink } from '#components/ui/cell-link.tsx'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import type { BindingState } from '#lib/hap/pools/state.ts'
import { formatCount } from '#lib/util/format.ts'
import { type CountsByState, occurring } from './counts-by-state.ts'
import styles from './state-counts-line.module.css'
import { StateGlyph } from './state-glyph.tsx'
import { STATE_NAMES } from './state-names.ts'

interface StateCountsLineProps {
  readonly counts: CountsByState
  /** Where the bindings of a state are listed. */
  readonly hrefOf: (state: BindingState) => string
}

/** Glyph and number per state, each a link to its bindings; stands under a capacity bar. */
export function StateCountsLine({ counts, hrefOf }: StateCountsLineProps) {
  return (
    <span className={styles.line}>
      {occurring(counts).map(([state, count]) => (
        <CellLink key={state} href={hrefOf(state)} className={styles.count} data-tip={STATE_NAMES[state].label}>
          <StateGlyph state={state} size={10} />
          {formatCount(count)}
          <VisuallyHidden> {state}</VisuallyHidden>
        </CellLink>
      ))}
    </span>
  )
}
