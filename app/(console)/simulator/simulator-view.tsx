'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { rulesQuery } from '#app/data/rules-queries.ts'
import { useParameter } from '#components/address/use-parameter.ts'
import { PageHead } from '#components/shell/page-head.tsx'
import { Button } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Strip } from '#components/ui/message.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { showToast } from '#components/ui/toast.tsx'
import type { Request } from '#lib/hap/request.ts'
import { paths, SIMULATOR_PARAMETERS } from '#lib/paths.ts'
import type { ExampleRequest } from '#lib/queries/simulator/example-requests.ts'
import type { RequestOptions } from '#lib/queries/simulator/request-options.ts'
import type { Simulation } from '#lib/queries/simulator/simulate.ts'
import { Answer, AnswerSkeleton, Start } from './answer.tsx'
import { RequestComparisonPanel } from './compare/request-comparison.tsx'
import { useComparisonChoice } from './compare/use-comparison.ts'
import { useOpenedLink } from './link/use-opened-link.ts'
import { RequestForm } from './request-form.tsx'
import { RequestMeta } from './request-meta.tsx'
import { addDefaultProvider, findPlan, parseSemantics, REQUEST_FIELDS } from './request-text.ts'
import styles from './simulator.module.css'
import { simulationQuery } from './simulator-queries.ts'
import { useRequest } from './use-request.ts'

interface SimulatorProps {
  readonly options: RequestOptions
  readonly examples: readonly ExampleRequest[]
  /** Origin of the rules in force. */
  readonly rulesOrigin: string
  /** Name of the signed-in person. */
  readonly person: string
}

const MatrixMode = lazy(() => import('./matrix/matrix-mode.tsx').then(file => ({ default: file.MatrixMode })))

const CompareFields = lazy(() => import('./compare/compare-fields.tsx').then(file => ({ default: file.CompareFields })))

const MODES = [
  { value: 'single', label: 'One request' },
  { value: 'matrix', label: 'Matrix' },
] as const

/**
 * Simulates one request or a matrix of requests. Both modes share the search parameters; a link
 * restores them.
 */
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
        summary="Simulate many requests"
        actions={
          <>
            {choice}
            <CopyLink person={props.person} />
          </>
        }
      />
      {notice}
      <Suspense fallback={<AnswerSkeleton />}>
        <MatrixMode {...props} />
      </Suspense>
    </>
  )
}

interface OneRequestProps extends SimulatorProps {
  /** The mode switch. */
  readonly mode: ReactNode
  /** Whether a link is being opened. */
  readonly opening: boolean
  /** Says which part of a link is unreadable. */
  readonly notice: ReactNode
}

/** The form with its answer beside it; every keystroke is evaluated. */
function OneRequest({ options, examples, rulesOrigin, person, mode, opening, notice }: OneRequestProps) {
  const { texts, request, change, reset } = useRequest()
  const evaluated = useMemo(() => addDefaultProvider(request, options.plans), [request, options.plans])
  const [busy, setBusy] = useState(false)
  const { submitted, waiting } = useThrottledRequest(evaluated, busy)
  const [semanticsText, setSemantics] = useParameter(SIMULATOR_PARAMETERS.semantics)
  const semantics = parseSemantics(semanticsText, options.semantics)
  const choice = useComparisonChoice()
  const query = useQuery({ ...simulationQuery(submitted, semantics), enabled: submitted.plan !== '' })
  if (query.isFetching !== busy) setBusy(query.isFetching)

  const answer = evaluated.plan === '' ? undefined : query.data
  const simulation = answer?.kind === 'decided' ? answer.simulation : null
  return (
    <>
      <PageHead
        title="Simulator"
        summary="Simulate one request"
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
            onSemantics={chosen => setSemantics(parseSemantics(chosen, options.semantics) ?? '')}
            tookMs={answer?.kind === 'decided' ? answer.tookMs : null}
          />
          <Suspense fallback={<Skeleton width="100%" height={choice === null ? 50 : 114} />}>
            <CompareFields semantics={semantics ?? options.semantics} person={person} />
          </Suspense>
        </RequestForm>
        <section className={styles.answer} aria-label="Answer" aria-busy={waiting || query.isFetching}>
          {opening ? (
            <AnswerSkeleton />
          ) : evaluated.plan === '' ? (
            <Start examples={examples} isPartial={Object.values(request).some(text => text !== '')} />
          ) : (
            <>
              {choice !== null && findPlan(submitted.plan, options.plans) && (
                <RequestComparisonPanel
                  choice={choice}
                  semantics={semantics ?? options.semantics}
                  person={person}
                  request={submitted}
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

/**
 * Limit of waiting for an answer before the next request starts. The browser serializes server
 * actions, so an earlier start would only queue them.
 */
const MAX_WAIT_MS = 2_000

/**
 * Throttles evaluations: returns `request`, or the previous one while its answer is pending
 * (`busy`).
 */
function useThrottledRequest(request: Request, busy: boolean): { submitted: Request; waiting: boolean } {
  const [submitted, setSubmitted] = useState(request)
  const waiting = REQUEST_FIELDS.some(field => submitted[field] !== request[field])
  if (waiting && !busy) setSubmitted(request)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(setSubmitted, MAX_WAIT_MS, request)
    return () => clearTimeout(timer)
  }, [waiting, request])
  return { submitted, waiting }
}

/** Copies a link to the current state. `person` owns the draft that the link may contain. */
function CopyLink({ person }: { readonly person: string }) {
  return (
    <CopyButton
      what="link"
      icon="link"
      text={() => import('./link/simulator-link.ts').then(({ createLink }) => createLink(person))}
    >
      Copy link
    </CopyButton>
  )
}

interface PinButtonProps {
  /** The signed-in person, who owns the case until it is published with rules. */
  readonly person: string
  /** Null while the answer does not belong to the current form. */
  readonly simulation: Simulation | null
}

/** Pins the request and its result as a case on the page of the rules. */
function PinButton({ person, simulation }: PinButtonProps) {
  const router = useRouter()
  const queries = useQueryClient()
  const pin = async ({ decision }: Simulation) => {
    try {
      const { pinCase } = await import('./pin-case.ts')
      const { pinned } = await queries.fetchQuery({ ...rulesQuery(), staleTime: 0 })
      const done = pinCase(person, pinned, decision.request, decision)
      if ('problem' in done) return showToast({ text: 'Not pinned.', detail: done.problem, failed: true })
      const show = () => router.push(paths.rules({ tab: 'cases' }))
      showToast({ text: `Pinned “${done.name}”.`, action: { label: 'Show cases', run: show } })
    } catch {
      showToast({ text: 'Not pinned: the console is not responding. Try again.', failed: true })
    }
  }
  return (
    <Button
      disabledReason={simulation ? null : 'Fill in a request.'}
      onClick={() => simulation && void pin(simulation)}
    >
      Pin as case
    </Button>
  )
}
