'use client'

import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import text from '#components/ui/text.module.css'
import type { SearchField } from '#lib/search/field.ts'
import { formatSearch, formatTerm } from '#lib/search/format.ts'
import { parseSearch } from '#lib/search/parse.ts'

interface FilteredEmptyProps {
  /** What is hidden, with its number: "12 pools". */
  readonly hidden: string
  /** One of them: "pool". */
  readonly what: string
  readonly fields: readonly SearchField[]
  /** The search text in force. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** In place of rows that a search hides, all of them: by which terms, and the ways out. */
export function FilteredEmpty({ hidden, what, fields, value, onChange }: FilteredEmptyProps) {
  const { terms } = parseSearch(value, fields)
  return (
    <EmptyState
      reason="filtered"
      title={`No ${what} matches`}
      actions={
        <>
          <Button onClick={() => onChange('')}>Clear filter</Button>
          {terms.length > 1 &&
            terms.map((term, index) => (
              <Button
                // biome-ignore lint/suspicious/noArrayIndexKey: the same term may stand there twice
                key={index}
                look="ghost"
                onClick={() => onChange(formatSearch(terms.filter(other => other !== term)))}
              >
                Without {formatTerm(term)}
              </Button>
            ))}
        </>
      }
    >
      {hidden} {hidden.startsWith('1 ') ? 'is' : 'are'} hidden by{' '}
      <code className={text.mono}>{formatSearch(terms)}</code>
      {terms.length > 1 && ', whose terms must all hold'}.
    </EmptyState>
  )
}
