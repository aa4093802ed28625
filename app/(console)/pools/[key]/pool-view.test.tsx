import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { historyQuery } from '#app/data/overview-queries.ts'
import type { Window } from '#lib/hap/pools/alarm.ts'
import { listPools } from '#lib/queries/pools/list-pools.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import { PoolFacts } from './pool-view.tsx'

const page = vi.hoisted((): { window: Window } => ({ window: 30 }))
vi.mock('#components/address/use-parameter.ts', () => ({ useParameter: () => [String(page.window), () => {}] }))
vi.mock('../../unread-sources.tsx', () => ({ IfRead: () => null }))

const { groups } = listPools(landscapeContext('small').context, { q: '', sort: '' })
const found = groups.flatMap(({ pools }) => pools).find(({ water }) => water !== null)
if (!found?.water) throw new Error('The landscape has no pool that lasts for a while.')
const row = { ...found, water: { ...found.water, runway: { kind: 'days', days: 30, perDay: 1 } } } as const

/** Facts above a pool for a page that covers `window` days; `answered`: the history is loaded. */
function facts(window: Window, answered = true): string {
  page.window = window
  const queries = new QueryClient()
  if (answered)
    queries.setQueryData(historyQuery(window, row.key).queryKey, {
      window,
      since: '2026-01-01T00:00:00.000Z',
      longEnough: true,
      days: [],
      runways: { [row.key]: { kind: 'days', days: window * 10, perDay: 1 } },
    })
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <PoolFacts row={row} />
    </QueryClientProvider>,
  )
}

test.each([7, 90] as const)('computes the runway from the %d days of the chart', window => {
  expect(facts(window)).toContain(
    `runway ${window * 10} days: 1 more accounts claimed than freed per day (last ${window} days)`,
  )
})

test('computes the runway from the default days, and until the others are loaded', () => {
  for (const said of [facts(30), facts(7, false)]) expect(said).toContain('(last 30 days)')
})
