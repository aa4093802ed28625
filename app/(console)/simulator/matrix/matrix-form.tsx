import { type ReactNode, useMemo, useState } from 'react'
import { useParameter } from '#components/address/use-parameter.ts'
import { Button } from '#components/ui/button.tsx'
import { LiveText } from '#components/ui/live-region.tsx'
import { Message } from '#components/ui/message.tsx'
import { TextArea } from '#components/ui/text-field.tsx'
import {
  countCombinations,
  FIELD_NAMES,
  formatFactors,
  MATRIX_FIELDS,
  MAX_COMBINATIONS,
  type Matrix,
  type MatrixField,
  parseMatrix,
  parseValues,
  reductionAdvice,
} from '#lib/hap/analysis/matrix.ts'
import type { RequestOptions } from '#lib/queries/simulator/request-options.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import simulator from '../simulator.module.css'
import { useRequest } from '../use-request.ts'
import styles from './matrix.module.css'

const HINTS: Partial<Record<MatrixField, string>> = {
  provider: 'empty: default provider',
  platformRegion: 'PR',
  hyperscalerRegion: 'HR',
  globalAccount: 'empty: new global account',
}

interface MatrixFormProps {
  readonly state: MatrixState
  readonly options: RequestOptions
  /** Content below the fields. */
  readonly children: ReactNode
}

/** Edits several values per field and counts their combinations before they are evaluated. */
export function MatrixForm({ state, options, children }: MatrixFormProps) {
  const { texts, matrix, isSubmitted, change, run, reset } = state
  const known = useMemo(() => listKnownValues(options), [options])
  const count = countCombinations(matrix)
  const advice = reductionAdvice(matrix)
  const empty = Object.values(texts).every(text => text === '')
  const disabledReason =
    matrix.plan.length === 0 ? 'Enter at least one plan.' : isSubmitted ? 'Already evaluated.' : advice
  return (
    <form
      className={simulator.request}
      aria-label="Requests"
      onSubmit={event => {
        event.preventDefault()
        if (disabledReason === null) run()
      }}
    >
      <div className={simulator.fields}>
        {MATRIX_FIELDS.map(field => (
          <ValuesField
            key={field}
            label={FIELD_NAMES[field]}
            hint={HINTS[field]}
            text={texts[field]}
            onChange={text => change(field, text)}
            known={known[field]}
          />
        ))}
      </div>
      <div className={simulator.foot}>
        <p className={styles.count}>
          <LiveText className={styles.number}>{formatPlural(count, 'combination')}</LiveText>
          <span className={styles.factors}>{formatFactors(matrix)}</span>
        </p>
        {advice !== null && (
          <Message tone="warn">
            The limit is {formatCount(MAX_COMBINATIONS)} combinations. {advice}
          </Message>
        )}
        <Button type="submit" look="primary" disabledReason={disabledReason}>
          {`Evaluate ${formatPlural(count, 'combination')}`}
        </Button>
        {children}
        <Button onClick={reset} disabledReason={empty ? 'No fields are filled in.' : null}>
          Reset
        </Button>
        <p className={simulator.note}>Read-only. Separate values with commas or spaces.</p>
      </div>
    </form>
  )
}

function listKnownValues({ plans, regions }: RequestOptions): Partial<Record<MatrixField, readonly string[]>> {
  return {
    plan: plans.map(({ name }) => name),
    platformRegion: regions.platform,
    hyperscalerRegion: [...new Set(regions.hyperscaler.flatMap(known => known.regions))].sort(),
  }
}

interface ValuesFieldProps {
  readonly label: string
  /** Short name beside the label: "PR". */
  readonly hint?: string | undefined
  readonly text: string
  readonly onChange: (text: string) => void
  /** Values known to the landscape. */
  readonly known?: readonly string[] | undefined
}

/** Edits several values of a field, separated by commas or white space. */
function ValuesField({ label, hint, text, onChange, known = [] }: ValuesFieldProps) {
  const [dropped, setDropped] = useState(0)
  const values = parseValues(text)
  const missing = known.filter(value => !values.includes(value))
  const all = [...values, ...missing].join(', ')
  const addLabel =
    values.length === 0 ? `All ${formatCount(known.length)} known` : `Add ${formatCount(missing.length)} more`
  const changeText = (typed: string) => {
    const fitting = fitValues(typed, text)
    setDropped(fitting.dropped)
    onChange(fitting.text)
  }
  return (
    <div className={styles.field}>
      <TextArea
        label={label}
        hint={[hint, values.length > 1 && formatPlural(values.length, 'value')].filter(Boolean).join(', ')}
        value={text}
        onChange={changeText}
        error={
          dropped > 0
            ? `No room for ${formatPlural(dropped, 'more value')}: a field holds ${formatCount(MAX_FIELD_LENGTH)} characters.`
            : null
        }
      />
      {missing.length > 0 && all.length <= MAX_FIELD_LENGTH && (
        <Button size="small" look="ghost" onClick={() => changeText(all)} aria-label={`${addLabel}: ${label}`}>
          {addLabel}
        </Button>
      )}
    </div>
  )
}

/**
 * Limit of one field in the URL: five fields of this size stay below the limits of servers and
 * proxies.
 */
export const MAX_FIELD_LENGTH = 1_500

interface FittedValues {
  readonly text: string
  /** Number of dropped values. */
  readonly dropped: number
}

/**
 * Truncates a text to complete values within the limit. When a keystroke alone exceeds it, the
 * previous text stays.
 */
export function fitValues(typed: string, before: string): FittedValues {
  if (typed.length <= MAX_FIELD_LENGTH) return { text: typed, dropped: 0 }
  const [complete = ''] = /^.*(?=[\s,])/s.exec(typed.slice(0, MAX_FIELD_LENGTH + 1)) ?? []
  const text = typed.startsWith(before) && before.length > complete.length ? before : complete
  return { text, dropped: Math.max(1, parseValues(typed).length - parseValues(text).length) }
}

interface MatrixState {
  readonly texts: Readonly<Record<MatrixField, string>>
  readonly matrix: Matrix
  /** Whether the current matrix was submitted. */
  readonly isSubmitted: boolean
  readonly change: (field: MatrixField, text: string) => void
  readonly run: () => void
  readonly reset: () => void
}

/**
 * The matrix in the search parameters that a single request uses too. A change requires a new
 * submission.
 */
export function useMatrix(): MatrixState {
  const { texts, change, reset } = useRequest()
  const [run, setRun] = useParameter('run')
  return {
    texts,
    matrix: useMemo(() => parseMatrix(field => texts[field]), [texts]),
    isSubmitted: run !== '' && MATRIX_FIELDS.some(field => texts[field] !== ''),
    change: (field, text) => {
      // useRequest clears the provider when the plan changes; in a matrix the provider applies to
      // all plans.
      const { provider } = texts
      change(field, text)
      if (field === 'plan' && provider !== '') change('provider', provider)
      setRun('')
    },
    run: () => setRun('1'),
    reset: () => {
      reset()
      setRun('')
    },
  }
}
