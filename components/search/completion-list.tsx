import { SuggestionList, type SuggestionListProps } from '#components/ui/suggestion-list.tsx'
import type { Completions } from '#lib/search/complete.ts'
import type { SearchField } from '#lib/search/field.ts'
import { CompletionOption } from './completion-option.tsx'

interface CompletionListProps extends Pick<SuggestionListProps, 'suggestions' | 'anchor' | 'onPick'> {
  readonly completions: Completions
}

/** Under a search box: the fields there are, or the values of the one that is being typed. */
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

/** Of a boolean, both values together would be no filter. */
function headingOf({ kind, name }: SearchField): string {
  return kind === 'boolean' ? name : `${name}, a comma is “or”`
}
