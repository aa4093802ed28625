import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { ClockProvider } from '#components/ui/clock.tsx'
import type { SubscriptionReason } from '#lib/operators/api/subscription-request.ts'
import { getSubscriptionDetail } from '#lib/queries/operators/subscription-detail.ts'
import { knownObjects, subscription } from '#lib/queries/operators/testing/known-objects.ts'
import { SubscriptionSide } from './subscription-view.tsx'

vi.mock('next/navigation', async original => ({ ...(await original<object>()), useRouter: () => ({}) }))

test.each<[SubscriptionReason<'Ready'>, string]>([
  ['PoolEmpty', 'none yet'],
  ['Failed', 'released'],
  ['Releasing', 'released'],
])('shows for a request without an account that is %s: %s', (reason, words) => {
  const conditions = [
    {
      type: 'Ready',
      status: 'False',
      reason,
      message: '',
      observedGeneration: 1,
      lastTransitionTime: '2026-11-23T10:00:00Z',
    },
  ] as const
  const known = knownObjects({ subscriptions: [subscription({ name: 's' }, { conditions, claim: 'c-1' })] })
  const detail = getSubscriptionDetail(known, 's')
  expect(
    detail &&
      renderToStaticMarkup(
        <ClockProvider now={Date.parse('2026-11-23T11:00:00Z')}>
          <SubscriptionSide detail={detail} />
        </ClockProvider>,
      ),
  ).toContain(words)
})
