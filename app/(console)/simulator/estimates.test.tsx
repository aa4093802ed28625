import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ClockProvider } from '#components/ui/clock.tsx'
import { ESTIMATE_MESSAGE } from '#lib/hap/selection/decision.ts'
import { compareRequest, compareRulesOnMatrix } from '#lib/queries/simulator/compare-rules.ts'
import { buildMatrixView } from '#lib/queries/simulator/evaluate-matrix.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import { RequestComparisonPanel } from './compare/request-comparison.tsx'
import { MatrixComparisonPanel } from './matrix/matrix-comparison.tsx'
import { MatrixResult } from './matrix/matrix-result.tsx'
import { buildSides, matrixComparisonQuery, requestComparisonQuery } from './simulator-queries.ts'

const { context } = landscapeContext('small')
const REQUEST = {
  plan: 'aws',
  provider: 'aws',
  platformRegion: 'cf-us10',
  hyperscalerRegion: '',
  globalAccount: 'new-one',
}
const MATRIX = { plan: ['aws'], provider: [], platformRegion: [], hyperscalerRegion: [], globalAccount: [] }
const { ruleset } = context.rules
const CHOICE = { left: 'in-force', right: 'semantics' } as const
const SIDES = { left: { ruleset, semantics: 'documented' }, right: { ruleset, semantics: 'keb' } } as const
const asked = buildSides(CHOICE, 'documented', { draft: null, sent: null })
const choice = { choice: CHOICE, semantics: 'documented', person: 'vera' } as const

function says(panel: React.ReactNode, queries = new QueryClient()): boolean {
  const markup = renderToStaticMarkup(
    <ClockProvider now={context.at}>
      <QueryClientProvider client={queries}>{panel}</QueryClientProvider>
    </ClockProvider>,
  )
  expect(markup).toContain('<table')
  return markup.includes(ESTIMATE_MESSAGE)
}

test.each(['keb', 'documented'] as const)('a matrix marks estimates of KEB: %s', async semantics => {
  const view = await buildMatrixView({ ...context, semantics }, MATRIX)
  const panel = <MatrixResult view={view} at={context.at} busy={false} onRefresh={() => {}} />
  expect(says(panel)).toBe(semantics === 'keb')
})

test.each([true, false])('two decisions on a request mark estimates of KEB: %s', estimated => {
  const queries = new QueryClient()
  const view = { ...compareRequest(context, SIDES, REQUEST), estimated }
  queries.setQueryData<unknown>([...requestComparisonQuery(asked, REQUEST).queryKey], { kind: 'compared', view })
  expect(says(<RequestComparisonPanel {...choice} request={REQUEST} />, queries)).toBe(estimated)
})

test.each([true, false])('a compared matrix marks estimates of KEB: %s', async estimated => {
  const queries = new QueryClient()
  const globalAccount = [...context.inventory.globalAccounts()]
  const view = { ...(await compareRulesOnMatrix(context, SIDES, { ...MATRIX, globalAccount })), estimated }
  queries.setQueryData<unknown>([...matrixComparisonQuery(asked, MATRIX).queryKey], { kind: 'compared', view })
  expect(says(<MatrixComparisonPanel {...choice} matrix={MATRIX} />, queries)).toBe(estimated)
})
