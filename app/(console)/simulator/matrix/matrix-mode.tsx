'use client'

import { useQuery } from '@tanstack/react-query'
import { useParameter } from '#components/address/use-parameter.ts'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Message } from '#components/ui/message.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { reductionOf } from '#lib/hap/analysis/matrix.ts'
import { SIMULATOR_PARAMETERS } from '#lib/paths.ts'
import type { MatrixAnswer } from '#lib/queries/simulator/evaluate-matrix.ts'
import type { RequestOptions } from '#lib/queries/simulator/request-options.ts'
import { CompareFields } from '../compare/compare-fields.tsx'
import { useComparisonChoice } from '../compare/use-comparison.ts'
import { RequestMeta } from '../request-meta.tsx'
import { parseSemantics } from '../request-text.ts'
import simulator from '../simulator.module.css'
import { matrixQuery } from '../simulator-queries.ts'
import { MatrixComparisonPanel } from './matrix-comparison.tsx'
import { MatrixForm, useMatrix } from './matrix-form.tsx'
import { MatrixResult } from './matrix-result.tsx'

interface MatrixModeProps {
  readonly options: RequestOptions
  /** Origin of the rules in force. */
  readonly rulesOrigin: string
  /** Name of the signed-in person. */
  readonly person: string
}

/** The form of a matrix with the grouped results of its combinations. */
export function MatrixMode({ options, rulesOrigin, person }: MatrixModeProps) {
  const state = useMatrix()
  const { matrix, isSubmitted } = state
  const [semanticsText, setSemantics] = useParameter(SIMULATOR_PARAMETERS.semantics)
  const semantics = parseSemantics(semanticsText, options.semantics)
  const choice = useComparisonChoice()
  const isComplete = isSubmitted && matrix.plan.length > 0 && reductionOf(matrix) === null
  const isRequested = isComplete && choice === null
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    ...matrixQuery(matrix, semantics),
    enabled: isRequested,
  })
  const answer = isRequested ? data : undefined
  return (
    <div className={simulator.sides}>
      <MatrixForm state={state} options={options}>
        <RequestMeta
          origin={rulesOrigin}
          rules={answer?.kind === 'evaluated' ? answer.view.rules : options.rules}
          semantics={semantics ?? options.semantics}
          onSemantics={chosen => setSemantics(parseSemantics(chosen, options.semantics) ?? '')}
          tookMs={answer?.kind === 'evaluated' ? answer.tookMs : null}
        />
        <CompareFields semantics={semantics ?? options.semantics} person={person} />
      </MatrixForm>
      <section className={simulator.answer} aria-label="Answer" aria-busy={isRequested && isFetching}>
        {isComplete && choice !== null ? (
          <MatrixComparisonPanel
            choice={choice}
            semantics={semantics ?? options.semantics}
            person={person}
            matrix={matrix}
          />
        ) : (
          <MatrixAnswerView
            answer={answer}
            at={dataUpdatedAt}
            requested={isRequested}
            busy={isFetching}
            error={error}
            onRetry={() => void refetch()}
          />
        )}
      </section>
    </div>
  )
}

interface MatrixAnswerViewProps {
  readonly answer: MatrixAnswer | undefined
  readonly at: number
  readonly requested: boolean
  readonly busy: boolean
  readonly error: Error | null
  readonly onRetry: () => void
}

function MatrixAnswerView({ answer, at, requested, busy, error, onRetry }: MatrixAnswerViewProps) {
  if (answer?.kind === 'evaluated') {
    return <MatrixResult view={answer.view} at={at} busy={busy} onRefresh={onRetry} />
  }
  if (answer) {
    return (
      <Message tone="danger" announce>
        {answer.message}
      </Message>
    )
  }
  if (requested && error) {
    return (
      <EmptyState
        reason="unreachable"
        title="Not evaluated"
        actions={
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {error.message}
      </EmptyState>
    )
  }
  if (requested) return <Skeleton width="100%" height={320} />
  return (
    <EmptyState reason="empty" title="Simulate many requests">
      Enter the values to combine. Results are grouped by outcome, unmatched requests first.
    </EmptyState>
  )
}
