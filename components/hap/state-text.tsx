import type { BindingState } from '#lib/hap/pools/state.ts'
import styles from './state.module.css'
import { StateGlyph } from './state-glyph.tsx'
import { STATE_NAMES } from './state-names.ts'

/** Glyph and word, for tables and facts. */
export function StateText({ state }: { readonly state: BindingState }) {
  return (
    <span className={styles.text}>
      <StateGlyph state={state} />
      {STATE_NAMES[state].label}
    </span>
  )
}
