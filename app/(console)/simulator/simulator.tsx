'use client'

import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useParameter } from '#components/address/use-parameter.ts'
import { PageHead } from '#components/shell/page-head.tsx'
import { Strip } from '#components/ui/message.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { SIMULATOR_PARAMETERS } from '#lib/paths.ts'
import type { ExampleRequest } from '#lib/queries/simulator/example-requests.ts'
import type { RequestOptions } from '#lib/queries/simulator/request-options.ts'
import { Answer } from './answer.tsx'
import { RequestComparisonPanel } from './compare/request-comparison.tsx'
import { useComparisonChoice } from './compare/use-comparison-choice.ts'
import { CopyLink } from './link/copy-link.tsx'
import { useOpenedLink } from './link/use-opened-link.ts'
import { PendingAnswer } from './pending-answer.tsx'
import { PinButton } from './pin-button.tsx'
import { RequestForm } from './request-form.tsx'
import { RequestMeta } from './request-meta.tsx'
import { findPlan, semanticsFrom, withProvider } from './request-text.ts'
import { simulationQuery } from './simulation-query.ts'
import styles from './simulator.module.css'
import { Start } from './start.tsx'
import { useAsked } from './use-asked.ts'
import { useRequest } from './use-request.ts'

interface SimulatorProps {
  readonly options: RequestOptions
  readonly examples: readonly ExampleRequest[]
  /** Where the rules in force come from. */
  readonly rulesOrigin: string
  /** Name of who is signed in. */
  readonly person: string
}

const MatrixMode = lazy(() => import('./matrix/matrix-mode.tsx').then(file => ({ default: file.MatrixMode })))

const CompareFields = lazy(() => import('./compare/compare-fields.tsx').then(file => ({ default: file.CompareFields })))

const MODES = [
  { value: 'single', label: 'One request' },
  { value: 'matrix', label: 'Matrix' },
] as const

/** One request, or many at once. Both have the same fields in the address, where a link that is opened puts what it says. */
export function Simulator(props: SimulatorProps) {
  const { opening, problem } = useOpenedLink()
  const [mode, setMode] = useParameter(SIMULATOR_PARAMETERS.mode, { step: true })
  const choice = (
    <Segmented
      label="Mode"
      value={mode === 'matrix' ? 'matrix' : 'single'}
      options={MODES}
      onChange={chosen => setMode(chosen === 'matrix' ? chosen : '')}
    />
  )
  const notice = problem !== null && (
    <Strip tone="warn" announce>
      {problem}
    </Strip>
  )
  if (mode !== 'matrix') return <OneRequest {...props} mode={choice} opening={opening} notice={notice} />
  return (
    <>
      <PageHead
        title="Simulator"
        summary="What would these requests get?"
        actions={
          <>
            {choice}
            <CopyLink person={props.person} />
          </>
        }
      />
      {notice}
      <Suspense fallback={<PendingAnswer />}>
        <MatrixMode {...props} />
      </Suspense>
    </>
  )
}

interface OneRequestProps extends SimulatorProps {
  /** Chooses between one request and many. */
  readonly mode: ReactNode
  /** A link is being read. */
  readonly opening: boolean
  /** What of a link could not be read. */
  readonly notice: ReactNode
}

/** A request at the left, what it would get at the right; each key stroke is answered. */
function OneRequest({ options, examples, rulesOrigin, person, mode, opening, notice }: OneRequestProps) {
  const { texts, request, change, reset } = useRequest()
  const evaluated = useMemo(() => withProvider(request, options.plans), [request, options.plans])
  const [busy, setBusy] = useState(false)
  const { asked, waiting } = useAsked(evaluated, busy)
  const [semanticsText, setSemantics] = useParameter(SIMULATOR_PARAMETERS.semantics)
  const semantics = semanticsFrom(semanticsText, options.semantics)
  const choice = useComparisonChoice()
  const query = useQuery({ ...simulationQuery(asked, semantics), enabled: asked.plan !== '' })
  if (query.isFetching !== busy) setBusy(query.isFetching)

  const answer = evaluated.plan === '' ? undefined : query.data
  const simulation = answer?.kind === 'decided' ? answer.simulation : null
  return (
    <>
      <PageHead
        title="Simulator"
        summary="What would this request get?"
        actions={
          <>
            {mode}
            <PinButton person={person} simulation={waiting || query.isPlaceholderData ? null : simulation} />
            <CopyLink person={person} />
          </>
        }
      />
      {notice}
      <div className={styles.sides}>
        <RequestForm
          texts={texts}
          provider={evaluated.provider}
          options={options}
          simulation={simulation}
          onChange={change}
          onReset={reset}
        >
          <RequestMeta
            origin={rulesOrigin}
            rules={simulation?.rules ?? options.rules}
            semantics={semantics ?? options.semantics}
            onSemantics={chosen => setSemantics(semanticsFrom(chosen, options.semantics) ?? '')}
            tookMs={answer?.kind === 'decided' ? answer.tookMs : null}
          />
          <Suspense fallback={<Skeleton width="100%" height={choice === null ? 50 : 114} />}>
            <CompareFields semantics={semantics ?? options.semantics} person={person} />
          </Suspense>
        </RequestForm>
        <section className={styles.answer} aria-label="Answer" aria-busy={waiting || query.isFetching}>
          {opening ? (
            <PendingAnswer />
          ) : evaluated.plan === '' ? (
            <Start examples={examples} begun={Object.values(request).some(text => text !== '')} />
          ) : (
            <>
              {choice !== null && findPlan(asked.plan, options.plans) && (
                <RequestComparisonPanel
                  choice={choice}
                  semantics={semantics ?? options.semantics}
                  person={person}
                  request={asked}
                />
              )}
              <Answer
                answer={answer}
                plans={options.plans}
                error={query.error}
                settled={!waiting}
                onRetry={() => void query.refetch()}
              />
            </>
          )}
        </section>
      </div>
    </>
  )
}
