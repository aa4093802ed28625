import { StateGlyph } from '#components/hap/state-glyph.tsx'
import text from '#components/ui/text.module.css'
import { BINDING_STATES } from '#lib/hap/pools/state.ts'
import type { Completion } from '#lib/search/complete.ts'
import type { SearchField } from '#lib/search/field.ts'
import styles from './search-box.module.css'

interface CompletionOptionProps {
  readonly option: Completion
  readonly field: SearchField | null
}

/** One completion; states carry their glyph. */
export function CompletionOption({ option, field }: CompletionOptionProps) {
  const state = field?.name === 'state' ? BINDING_STATES.find(name => name === option.label) : undefined
  return (
    <>
      <span className={text.row}>
        {state && <StateGlyph state={state} />}
        <span className={text.mono}>{option.label}</span>
      </span>
      {option.note !== null && <span className={styles.note}>{option.note}</span>}
    </>
  )
}
