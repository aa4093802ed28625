'use client'

import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import text from '#components/ui/text.module.css'
import type { SearchField } from '#lib/search/field.ts'
import { formatSearch, formatTerm } from '#lib/search/format.ts'
import { parseSearch } from '#lib/search/parse.ts'

export interface NothingMatchesProps {
  /** The hidden rows: "12 pools". */
  readonly hidden: string
  /** Noun of one row: "pool". */
  readonly what: string
  readonly fields: readonly SearchField[]
  /** The applied search text. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Replaces rows that a search hides: names the terms or errors, with buttons that remove them. */
export function NothingMatches({ hidden, what, fields, value, onChange }: NothingMatchesProps) {
  const { terms, errors } = parseSearch(value, fields)
  if (errors.length > 0) {
    const rest = formatSearch(terms)
    return (
      <Filtered
        title="Invalid search"
        onClear={() => onChange('')}
        actions={<WithoutSlip rest={rest} onChange={onChange} />}
      >
        None of {hidden} shown. See the message below the search box.
      </Filtered>
    )
  }
  const others = terms.length < 2 ? [] : terms
  return (
    <Filtered
      title={`No ${what} matches`}
      onClear={() => onChange('')}
      actions={others.map((term, index) => (
        <Button
          // biome-ignore lint/suspicious/noArrayIndexKey: the same term may stand there twice
          key={index}
          look="ghost"
          onClick={() => onChange(formatSearch(terms.filter(other => other !== term)))}
        >
          Without {formatTerm(term)}
        </Button>
      ))}
    >
      None of {hidden} matches <code className={text.mono}>{formatSearch(terms)}</code>
      {terms.length > 1 && ', which must match all terms'}.
    </Filtered>
  )
}

interface FilteredProps {
  readonly title: string
  readonly onClear: () => void
  readonly actions: ReactNode
  readonly children: ReactNode
}

function Filtered({ title, onClear, actions, children }: FilteredProps) {
  return (
    <EmptyState
      reason="filtered"
      title={title}
      actions={
        <>
          <Button onClick={onClear}>Clear filter</Button>
          {actions}
        </>
      }
    >
      {children}
    </EmptyState>
  )
}

function WithoutSlip({ rest, onChange }: { readonly rest: string } & Pick<NothingMatchesProps, 'onChange'>) {
  if (rest === '') return null
  return (
    <Button look="ghost" onClick={() => onChange(rest)}>
      {' '}
      Keep only {rest}
    </Button>
  )
}
