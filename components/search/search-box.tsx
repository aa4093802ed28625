'use client'

import { type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from 'react'
import { Icon } from '#components/ui/icon.tsx'
import { isComposing } from '#components/ui/is-composing.ts'
import { Kbd } from '#components/ui/kbd.tsx'
import { LiveText } from '#components/ui/live-region.tsx'
import { usePageKey } from '#components/ui/shortcuts.ts'
import { useSuggestions } from '#components/ui/suggestion-list.tsx'
import { complete, exampleSearch } from '#lib/search/complete.ts'
import type { SearchField } from '#lib/search/field.ts'
import { formatTerm } from '#lib/search/format.ts'
import type { Term } from '#lib/search/term.ts'
import {
  absorb,
  boxErrors,
  draftErrors,
  isTooMuch,
  liveText,
  openQuery,
  type QueryState,
  queryText,
  reopenLast,
  typed,
} from './query-state.ts'
import styles from './search-box.module.css'

/** Loaded on first use. */
const CompletionList = lazy(async () => ({ default: (await import('./completion-list.tsx')).CompletionList }))

interface SearchBoxProps {
  /** "Search pools". */
  readonly label: string
  readonly fields: readonly SearchField[]
  /** The applied search text. */
  readonly value: string
  /** Called on each key stroke with the search text, without an incomplete term. */
  readonly onChange: (value: string) => void
  /** "10 of 12 pools"; null while unknown. */
  readonly hits: string | null
}

/**
 * Search box of a list: chips for complete terms, completions, and errors below. `/` focuses it.
 */
export function SearchBox({ label, fields, value, onChange, hits }: SearchBoxProps) {
  const [state, setState] = useState<QueryState>(() => openQuery(value, fields))
  const [seen, setSeen] = useState(value)
  // Texts sent to the address. When one returns as `value`, it is not an external change.
  const [sent, setSent] = useState<readonly string[]>([])
  const [typing, setTyping] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const errorId = useId()

  // The address changed by other means: a link, the back button, "Clear filter".
  if (value !== seen) {
    setSeen(value)
    const back = sent.indexOf(value)
    setSent(back < 0 ? [] : sent.slice(back + 1))
    if (back < 0) setState(openQuery(value, fields))
  }

  const change = (next: QueryState, text: string) => {
    setState(next)
    if (text === (sent.at(-1) ?? seen)) return
    setSent([...sent, text])
    onChange(text)
  }
  const type = (draft: string) => {
    const next = typed(state, draft, fields)
    setTyping(true)
    change(next, liveText(next, fields))
    return next
  }
  const finish = () => {
    const next = absorb(state, fields)
    setTyping(false)
    change(next, draftErrors(next.draft, fields, true).some(isTooMuch) ? liveText(next, fields) : queryText(next))
  }
  const without = (index: number) => {
    const next = { ...state, chips: state.chips.filter((_, at) => at !== index) }
    change(next, liveText(next, fields))
    input.current?.focus()
  }

  const completions = complete(state.draft, fields)
  const pick = (index: number) => {
    const option = completions.options[index]
    if (option) type(state.draft.slice(0, completions.range.start) + option.insert)
    suggestions.setOpen(option?.insert.endsWith(':') ?? false)
  }
  const suggestions = useSuggestions({
    count: completions.options.length,
    onPick: pick,
    eager: completions.field !== null,
    startAt: null,
  })
  usePageKey('/', () => input.current?.select())

  /** Moves the focus to the rows, where single keys act again. */
  const leave = (event: KeyboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    if (!focusRows() && event.key === 'Escape') event.currentTarget.blur()
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (suggestions.onKeyDown(event) || isComposing(event.nativeEvent)) return
    const atStart = event.currentTarget.selectionEnd === 0
    if (event.key === 'Enter') {
      finish()
      if (draftErrors(state.draft, fields, false).length === 0) focusRowsSoon(event.currentTarget)
    } else if (event.key === 'Escape' || event.key === 'ArrowDown') leave(event)
    else if (event.key === 'Backspace' && atStart && state.chips.length > 0) {
      event.preventDefault()
      setState(reopenLast(state))
      setTyping(true)
    }
  }

  const [error] = boxErrors(state, fields, typing)
  const empty = state.chips.length === 0 && state.draft === ''
  const example = ['Search', exampleSearch(fields)].filter(each => each !== '').join(', e.g. ')
  return (
    <search className={styles.search}>
      <div ref={box} className={styles.box} data-wrong={error ? true : undefined}>
        <Icon name="search" size={14} />
        {state.chips.map((term, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same term may stand there twice
          <Chip key={index} term={term} onRemove={() => without(index)} />
        ))}
        <input
          {...suggestions.inputProps}
          ref={input}
          className={styles.input}
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          placeholder={empty ? example : undefined}
          value={state.draft}
          spellCheck={false}
          onChange={event => {
            const { chips, draft } = type(event.target.value)
            // No completions after a complete term.
            suggestions.setOpen(draft !== '' || chips.length === 0)
          }}
          onKeyDown={onKeyDown}
          onFocus={() => suggestions.setOpen(empty)}
          onBlur={() => {
            suggestions.setOpen(false)
            finish()
          }}
        />
        <LiveText className={styles.hits}>{hits ?? ''}</LiveText>
        <span className={styles.key} aria-hidden="true">
          <Kbd>/</Kbd>
        </span>
      </div>
      {suggestions.open && (
        <Suspense>
          <CompletionList suggestions={suggestions} anchor={box} completions={completions} onPick={pick} />
        </Suspense>
      )}
      {error && (
        <div id={errorId} className={styles.error}>
          <Icon name="error" size={14} />
          {error.message}
        </div>
      )}
    </search>
  )
}

/** A complete term of a search, with a remove button. */
function Chip({ term, onRemove }: { readonly term: Term; readonly onRemove: () => void }) {
  const text = formatTerm(term)
  const [, head = '', value = text] = /^(-?(?:[A-Za-z][A-Za-z0-9-]*:)?)(.*)$/s.exec(text) ?? []
  return (
    <span className={styles.chip}>
      <span className={styles.chipText}>
        <span className={styles.chipHead}>{head}</span>
        {value}
      </span>
      <button type="button" className={styles.remove} aria-label={`Remove ${text}`} onClick={onRemove}>
        <Icon name="close" size={12} />
      </button>
    </span>
  )
}

/** Maximum wait for rows of a new search. */
const FOCUS_TIMEOUT_MS = 3_000
const FOCUS_RETRY_MS = 50

/** Focuses the active row of the page's table. Returns whether there is one. */
function focusRows(): boolean {
  const row = document.querySelector<HTMLElement>('main [role="grid"] tr[data-index][tabindex="0"]')
  row?.focus()
  return row !== null
}

/**
 * Focuses the rows once they are loaded, unless the focus leaves `from` or a key is pressed in it.
 */
function focusRowsSoon(from: HTMLElement): void {
  const end = performance.now() + FOCUS_TIMEOUT_MS
  const listening = new AbortController()
  from.addEventListener('keydown', () => listening.abort(), { signal: listening.signal })
  const attempt = () => {
    if (listening.signal.aborted || document.activeElement !== from) return
    if (focusRows() || performance.now() > end) listening.abort()
    else setTimeout(attempt, FOCUS_RETRY_MS)
  }
  attempt()
}
