import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { ClockProvider } from '#components/ui/clock.tsx'
import { QueuePanel } from './waiting-view.tsx'

vi.mock('next/navigation', async original => ({ ...(await original<object>()), useRouter: () => ({}) }))

const POOL = { hyperscalerType: 'aws', euAccess: false, shared: false } as const
const CLAIM = {
  ...{ id: 'c-1', globalAccount: 'ga-1', plan: null, pool: POOL, position: 1 },
  ...{ since: '2026-11-23T10:00:00.000Z', deadline: '2026-11-23T12:00:00.000Z', reason: 'No account is free.' },
}

test.each([
  ['from a SubscriptionRequest', 'mine', 'the operator', 'mine'],
  ['from the command line', null, 'Olga Operator', 'Olga Operator'],
  ['of an unknown requester', null, '', 'other API client'],
])('shows the requester of a claim %s', (_words, request, actor, from) => {
  const queue = { pool: POOL, claims: [{ ...CLAIM, request, actor, cancelRefusal: null }], total: 1 }
  expect(
    renderToStaticMarkup(
      <ClockProvider now={Date.parse('2026-11-23T11:00:00Z')}>
        <QueuePanel queue={queue} person={{ name: 'Olga', role: 'operator' }} onCancelled={() => {}} />
      </ClockProvider>,
    ),
  ).toContain(`${from}<`)
})
