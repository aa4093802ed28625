import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import { queuesQuery } from '#app/data/claim-queries.ts'
import { driftQuery } from '#app/data/rules-queries.ts'
import { AttentionPanel } from './attention-panel.tsx'

let client: QueryClient
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } })
})

function shown(): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <AttentionPanel entries={[{ severity: 'warn', title: 'Malformed labels', count: 1, q: 'is:malformed' }]} />
    </QueryClientProvider>,
  )
}

async function fails(queryKey: readonly unknown[], why: string): Promise<void> {
  await client.prefetchQuery({ queryKey, queryFn: () => Promise.reject(new Error(why)) })
}

test('shows a failure when the waiting claims cannot be read', async () => {
  await fails(queuesQuery().queryKey, 'The database is not responding.')
  expect(shown()).toContain('Which claims wait is not known. The database is not responding.')
})

test('shows a failure when the rules drift cannot be read', async () => {
  await fails(driftQuery().queryKey, 'The server did not answer.')
  expect(shown()).toContain('Who has other rules than the published ones is not known. The server did not answer.')
})

test('shows no failure while the queries are loading', () => {
  expect(shown()).not.toContain('not known')
})
