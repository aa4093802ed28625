'use client'

import { type ComponentProps, useRef, useState } from 'react'
import styles from './combobox.module.css'
import { cx } from './cx.ts'
import fieldStyles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'
import { Icon } from './icon.tsx'
import { SuggestionList, useSuggestions } from './suggestion-list.tsx'

interface Suggestion {
  readonly value: string
  /** Grey words after it: "12 shoots", "Sydney". */
  readonly note?: string
}

interface ComboboxProps
  extends FieldProps,
    Pick<ComponentProps<'input'>, 'autoFocus' | 'name' | 'placeholder' | 'ref'> {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly suggestions: readonly Suggestion[]
  readonly mono?: boolean
}

const SHOWN = 100

/** Free text with suggestions. Typing lists the matches; Arrow Down and the button list all, starting at the value. */
export function Combobox(props: ComboboxProps) {
  const { label, hint, help, error, warning, value, onChange, suggestions: all, mono, ...native } = props
  const box = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(false)
  const options = typed ? matching(all, value) : all.slice(0, SHOWN)
  const pick = (index: number) => {
    const picked = options[index]
    if (picked) onChange(picked.value)
    close()
  }
  const suggestions = useSuggestions({
    count: options.length,
    onPick: pick,
    startAt: options.findIndex(option => option.value === value.trim()),
  })
  const close = () => {
    setTyped(false)
    suggestions.setOpen(false)
  }
  return (
    <Field label={label} hint={hint} help={help} error={error} warning={warning}>
      {ids => (
        <div ref={box} className={styles.combobox}>
          <input
            {...native}
            {...ids}
            {...suggestions.inputProps}
            className={cx(fieldStyles.control, mono && fieldStyles.mono)}
            value={value}
            spellCheck={false}
            onChange={event => {
              onChange(event.target.value)
              setTyped(true)
              suggestions.setOpen(true)
            }}
            onKeyDown={suggestions.onKeyDown}
            onBlur={close}
          />
          <button
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            className={styles.toggle}
            onPointerDown={event => {
              event.preventDefault()
              box.current?.querySelector('input')?.focus()
              setTyped(false)
              suggestions.setOpen(!suggestions.open)
            }}
          >
            <Icon name="chevron-down" size={14} />
          </button>
          <SuggestionList
            suggestions={suggestions}
            anchor={box}
            label={typeof label === 'string' ? label : 'Suggestions'}
            options={options.map(option => ({ key: option.value, content: <Choice option={option} mono={mono} /> }))}
            onPick={pick}
          />
        </div>
      )}
    </Field>
  )
}

function Choice({ option, mono }: { readonly option: Suggestion; readonly mono: boolean | undefined }) {
  return (
    <>
      <span className={cx(mono && fieldStyles.mono)}>{option.value}</span>
      {option.note && <span className={styles.note}>{option.note}</span>}
    </>
  )
}

function matching(all: readonly Suggestion[], value: string): readonly Suggestion[] {
  const wanted = value.trim().toLowerCase()
  const place = ({ value }: Suggestion) => value.toLowerCase().indexOf(wanted)
  const fitting = all.filter(option => place(option) >= 0)
  return fitting.sort((a, b) => Number(place(a) > 0) - Number(place(b) > 0)).slice(0, SHOWN)
}
