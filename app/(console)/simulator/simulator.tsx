'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useParameter } from '#components/address/use-parameter.ts'
import { PageHead } from '#components/shell/page-head.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { paths, SIMULATOR_PARAMETERS } from '#lib/paths.ts'
import type { ExampleRequest } from '#lib/queries/simulator/example-requests.ts'
import type { RequestOptions } from '#lib/queries/simulator/request-options.ts'
import { Answer } from './answer.tsx'
import { RequestForm } from './request-form.tsx'
import { RequestMeta } from './request-meta.tsx'
import { semanticsFrom, withProvider } from './request-text.ts'
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
}

/** A request at the left, what it would get at the right; each key stroke is answered. */
export function Simulator({ options, examples, rulesOrigin }: SimulatorProps) {
  const { texts, request, change, reset } = useRequest()
  const evaluated = useMemo(() => withProvider(request, options.plans), [request, options.plans])
  const [busy, setBusy] = useState(false)
  const { asked, waiting } = useAsked(evaluated, busy)
  const [semanticsText, setSemantics] = useParameter(SIMULATOR_PARAMETERS.semantics)
  const semantics = semanticsFrom(semanticsText, options.semantics)
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
          <CopyButton
            what="link"
            icon="link"
            text={() => window.location.origin + paths.simulator({ ...request, semantics })}
          >
            Copy link
          </CopyButton>
        }
      />
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
        </RequestForm>
        <section className={styles.answer} aria-label="Answer" aria-busy={waiting || query.isFetching}>
          {evaluated.plan === '' ? (
            <Start examples={examples} begun={Object.values(request).some(text => text !== '')} />
          ) : (
            <Answer
              answer={answer}
              plans={options.plans}
              error={query.error}
              settled={!waiting}
              onRetry={() => void query.refetch()}
            />
          )}
        </section>
      </div>
    </>
  )
}
