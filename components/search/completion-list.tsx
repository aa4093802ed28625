import { StateGlyph } from '#components/hap/binding-state.tsx'
import { SuggestionList, type SuggestionListProps } from '#components/ui/suggestion-list.tsx'
import text from '#components/ui/text.module.css'
import { BINDING_STATES } from '#lib/hap/pools/state.ts'
import type { Completion, Completions } from '#lib/search/complete.ts'
import type { SearchField } from '#lib/search/field.ts'
import styles from './search-box.module.css'

interface CompletionListProps extends Pick<SuggestionListProps, 'suggestions' | 'anchor' | 'onPick'> {
  readonly completions: Completions
}

/** Completions below a search box: fields, or the values of the field being typed. */
export function CompletionList({ completions: { field, options }, ...list }: CompletionListProps) {
  return (
    <SuggestionList
      {...list}
      label={field ? `Values of ${field.name}` : 'Fields'}
      heading={field ? headingOf(field) : undefined}
      options={options.map(option => ({
        key: option.label,
        content: <CompletionOption option={option} field={field} />,
      }))}
    />
  )
}

/** A boolean field allows one value, because both together would not filter. */
function headingOf({ kind, name }: SearchField): string {
  return kind === 'boolean' ? name : `${name}, a comma is “or”`
}

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
