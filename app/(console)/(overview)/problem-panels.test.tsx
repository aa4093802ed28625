import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import { queuesQuery } from '#app/data/claim-queries.ts'
import { driftQuery } from '#app/data/rules-queries.ts'
import { getOverview, type Overview } from '#lib/queries/overview.ts'
import { listPools } from '#lib/queries/pools/list-pools.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import { AttentionPanel, UnreachablePanel } from './problem-panels.tsx'

let client: QueryClient
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } })
})

function shown(ifMultiAccountOff: Overview['ifMultiAccountOff'] = null): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <AttentionPanel
        entries={[{ severity: 'warn', title: 'Malformed labels', count: 1, q: 'is:malformed' }]}
        ifMultiAccountOff={ifMultiAccountOff}
      />
    </QueryClientProvider>,
  )
}

async function fails(queryKey: readonly unknown[], why: string): Promise<void> {
  await client.prefetchQuery({ queryKey, queryFn: () => Promise.reject(new Error(why)) })
}

test('counts the global accounts that off would affect until the allowlist is confirmed', () => {
  const line = 'Unconfirmed allowlist'
  expect(shown()).not.toContain(line)
  const text = shown({ globalAccounts: 41, stranded: 3, blocked: 1 })
  expect(text).toContain(line)
  expect(text).toContain('off would affect 41 global accounts')
})

test('shows a failure when the waiting claims cannot be read', async () => {
  await fails(queuesQuery().queryKey, 'The database is not responding.')
  expect(shown()).toContain('The queue could not be loaded. The database is not responding.')
})

test('shows a failure when the rules drift cannot be read', async () => {
  await fails(driftQuery().queryKey, 'The server did not answer.')
  expect(shown()).toContain('Rule drift could not be loaded. The server did not answer.')
})

test('shows no failure while the queries are loading', () => {
  expect(shown()).not.toContain('not known')
})

const { context } = landscapeContext('small')

test.each([
  ['none', new Map<string, number>(), 0],
  ['claims for a pool that is not there', new Map([['nowhere~shared', 2]]), 1],
])('links the number of unmatched rows to these rows: %s wait', (_, waiting, queues) => {
  const { unreachable } = getOverview(context, waiting)
  const markup = renderToStaticMarkup(<UnreachablePanel rows={unreachable} />)
  const [, address = '', count] = /href="([^"]*)"[^>]*>All (\d+)</.exec(markup) ?? []
  const q = new URL(address, 'http://console').searchParams.get('q') ?? ''
  const found = listPools(context, { q, sort: '' }, waiting).groups.flatMap(({ pools }) => pools)
  expect(found.length).toBeGreaterThan(queues)
  expect(Number(count)).toBe(found.length)
  expect(markup.match(/queue for a missing pool/g) ?? []).toHaveLength(queues)
})
