import type { Metadata } from 'next'
import { parameter, type SearchParams } from '#app/data/list-search.ts'
import { SIMULATOR_PARAMETERS } from '#lib/paths.ts'
import { findExampleRequests } from '#lib/queries/simulator/example-requests.ts'
import { listRequestOptions } from '#lib/queries/simulator/request-options.ts'
import { runtime } from '#lib/runtime.ts'
import { rulesOrigin } from '#lib/services/rules/rules-context.ts'
import { evaluateWithClaims } from '#lib/services/simulator/evaluate-request.ts'
import { requirePageUser } from '../page-user.ts'
import { Prefetched } from '../prefetched.tsx'
import { comparisonFrom } from './compare/choice.ts'
import { firstComparison } from './compare/first-comparison.ts'
import { requestFrom, semanticsFrom, withProvider } from './request-text.ts'
import { simulationQuery } from './simulation-query.ts'
import { Simulator } from './simulator.tsx'

export const metadata: Metadata = { title: 'Simulator' }

export default async function SimulatorPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const { name } = await requirePageUser()
  const params = await searchParams
  const context = runtime().context()
  const options = listRequestOptions(context)
  const typed = requestFrom(field => parameter(params, SIMULATOR_PARAMETERS[field]))
  const request = withProvider(typed, options.plans)
  const semantics = semanticsFrom(parameter(params, SIMULATOR_PARAMETERS.semantics), context.semantics)
  const input = semantics === null ? request : { ...request, semantics }
  const choice = comparisonFrom(
    parameter(params, SIMULATOR_PARAMETERS.rules),
    parameter(params, SIMULATOR_PARAMETERS.compared),
  )
  const answers: Parameters<typeof Prefetched>[0]['answers'] =
    request.plan === '' || parameter(params, SIMULATOR_PARAMETERS.mode) === 'matrix'
      ? []
      : [
          [simulationQuery(request, semantics), await evaluateWithClaims(context, runtime().claims, input)],
          ...(await firstComparison(choice, semantics ?? context.semantics, request, runtime().store.db, context)),
        ]
  return (
    <Prefetched context={context} answers={answers}>
      <Simulator
        options={options}
        examples={findExampleRequests(context)}
        rulesOrigin={rulesOrigin(runtime().rules.active)}
        person={name}
      />
    </Prefetched>
  )
}
