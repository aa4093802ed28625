import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { ClockProvider } from '#components/ui/clock.tsx'
import { Waiting } from './waiting-panel.tsx'

vi.mock('next/navigation', async original => ({ ...(await original<object>()), useRouter: () => ({}) }))

type Query = Parameters<typeof Waiting>[0]['query']

const NONE = { claims: [], total: 0 }

const REFUSAL = 'The claim belongs to SubscriptionRequest mine. Delete that request instead.'
const CLAIM = {
  ...{ id: 'c-1', globalAccount: 'ga-1', plan: null, position: 1, actor: 'the operator' },
  pool: { hyperscalerType: 'aws', euAccess: false, shared: false },
  ...{ since: '2026-11-23T10:00:00.000Z', deadline: null, reason: 'No account is free.', cancelRefusal: REFUSAL },
}

function shown(query: Pick<Query, 'data' | 'error'>): string {
  const refetch = (() => Promise.reject(new Error('must not be refetched'))) as unknown as Query['refetch']
  return renderToStaticMarkup(
    <ClockProvider now={Date.parse('2026-11-23T11:00:00Z')}>
      <Waiting query={{ ...query, refetch }} about="pool" person={{ name: 'Olga', role: 'operator' }} />
    </ClockProvider>,
  )
}

test('renders nothing while loading and without waiting claims', () => {
  expect(shown({ data: undefined, error: null })).toBe('')
  expect(shown({ data: NONE, error: null })).toBe('')
})

test('shows a failure of the database with and without an earlier answer', () => {
  const error = new Error('The database is not responding.')
  expect(shown({ data: undefined, error })).toContain('The queue could not be loaded. The database is not responding.')
  expect(shown({ data: NONE, error })).toContain('The queue could not be refreshed. The database')
})

test('does not offer to cancel a claim that users may not cancel, and says why', () => {
  const own = { ...CLAIM, cancelRefusal: null }
  expect(shown({ data: { claims: [CLAIM], total: 1 }, error: null })).toContain(REFUSAL)
  const button = /<button aria-label="Cancel claim of ga-1"[^>]*aria-disabled="true"/
  expect(shown({ data: { claims: [CLAIM], total: 1 }, error: null })).toMatch(button)
  expect(shown({ data: { claims: [own], total: 1 }, error: null })).not.toMatch(button)
})
