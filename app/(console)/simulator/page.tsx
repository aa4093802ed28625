import type { QueryKey } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { parameter, type SearchParams } from '#app/data/list-search.ts'
import type { Request } from '#lib/hap/request.ts'
import type { Semantics } from '#lib/hap/semantics.ts'
import { SIMULATOR_PARAMETERS } from '#lib/paths.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { findExampleRequests } from '#lib/queries/simulator/example-requests.ts'
import { listRequestOptions } from '#lib/queries/simulator/request-options.ts'
import { runtime } from '#lib/runtime.ts'
import { rulesOrigin } from '#lib/services/rules/rules-context.ts'
import { compareRequestFrom, evaluateWithClaims } from '#lib/services/simulator/evaluate-request.ts'
import type { Db } from '#lib/store/database/client.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { requirePageUser } from '../page-user.ts'
import { Prefetched } from '../prefetched.tsx'
import { type ComparisonChoice, NO_DRAFTS, parseComparison } from './compare/comparison-choice.ts'
import { addDefaultProvider, parseRequest, parseSemantics } from './request-text.ts'
import { buildSides, requestComparisonQuery, simulationQuery } from './simulator-queries.ts'
import { Simulator } from './simulator-view.tsx'

export const metadata: Metadata = { title: 'Simulator' }

export default async function SimulatorPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const { name } = await requirePageUser()
  const params = await searchParams
  const context = runtime().context()
  const options = listRequestOptions(context)
  const typed = parseRequest(field => parameter(params, SIMULATOR_PARAMETERS[field]))
  const request = addDefaultProvider(typed, options.plans)
  const semantics = parseSemantics(parameter(params, SIMULATOR_PARAMETERS.semantics), context.semantics)
  const input = semantics === null ? request : { ...request, semantics }
  const choice = parseComparison(
    parameter(params, SIMULATOR_PARAMETERS.rules),
    parameter(params, SIMULATOR_PARAMETERS.compared),
  )
  const answers: Parameters<typeof Prefetched>[0]['answers'] =
    request.plan === '' || parameter(params, SIMULATOR_PARAMETERS.mode) === 'matrix'
      ? []
      : [
          [simulationQuery(request, semantics), await evaluateWithClaims(context, runtime().claims, input)],
          ...(await prefetchComparison(choice, semantics ?? context.semantics, request, runtime().store.db, context)),
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

/**
 * Prefetches the comparison, so that the page does not shift. Drafts exist in the browser only, so
 * they are not prefetched; an unavailable database is reported by the client's own query.
 */
async function prefetchComparison(
  choice: ComparisonChoice | null,
  semantics: Semantics,
  request: Request,
  db: Db,
  context: QueryContext,
): Promise<readonly (readonly [query: { readonly queryKey: QueryKey }, answer: unknown])[]> {
  const sides = choice && buildSides(choice, semantics, NO_DRAFTS)
  if (sides === null) return []
  try {
    return [[requestComparisonQuery(sides, request), await compareRequestFrom(sides, request, db, context)]]
  } catch (error) {
    if (error instanceof StoreError) return []
    throw error
  }
}
