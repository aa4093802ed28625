import { type ReactNode, useMemo } from 'react'
import { Button } from '#components/ui/button.tsx'
import { LiveText } from '#components/ui/live-region.tsx'
import { Message } from '#components/ui/message.tsx'
import {
  countCombinations,
  FIELD_NAMES,
  formatFactors,
  MATRIX_FIELDS,
  MAX_COMBINATIONS,
  type MatrixField,
  reductionAdvice,
} from '#lib/hap/analysis/matrix.ts'
import type { RequestOptions } from '#lib/queries/simulator/request-options.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import simulator from '../simulator.module.css'
import styles from './matrix.module.css'
import type { MatrixState } from './use-matrix.ts'
import { ValuesField } from './values-field.tsx'

const HINTS: Partial<Record<MatrixField, string>> = {
  provider: 'empty = the first of each plan',
  platformRegion: 'PR',
  hyperscalerRegion: 'HR',
  globalAccount: 'empty = a new one',
}

interface MatrixFormProps {
  readonly state: MatrixState
  readonly options: RequestOptions
  /** Below the fields: what the answer comes from. */
  readonly children: ReactNode
}

/** Several values per field, and how many combinations they make before any is evaluated. */
export function MatrixForm({ state, options, children }: MatrixFormProps) {
  const { texts, matrix, running, change, run, reset } = state
  const known = useMemo(() => knownValues(options), [options])
  const count = countCombinations(matrix)
  const advice = reductionAdvice(matrix)
  const empty = Object.values(texts).every(text => text === '')
  const obstacle =
    matrix.plan.length === 0 ? 'Name at least one plan.' : running ? 'They are evaluated already.' : advice
  return (
    <form
      className={simulator.request}
      aria-label="Requests"
      onSubmit={event => {
        event.preventDefault()
        if (obstacle === null) run()
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
            At most {formatCount(MAX_COMBINATIONS)} are evaluated. {advice}
          </Message>
        )}
        <Button type="submit" look="primary" disabledReason={obstacle}>
          {`Evaluate ${formatPlural(count, 'combination')}`}
        </Button>
        {children}
        <Button onClick={reset} disabledReason={empty ? 'Nothing is filled in.' : null}>
          Reset
        </Button>
        <p className={simulator.note}>Nothing is written. Put commas or spaces between values.</p>
      </div>
    </form>
  )
}

function knownValues({ plans, regions }: RequestOptions): Partial<Record<MatrixField, readonly string[]>> {
  return {
    plan: plans.map(({ name }) => name),
    platformRegion: regions.platform,
    hyperscalerRegion: [...new Set(regions.hyperscaler.flatMap(known => known.regions))].sort(),
  }
}
