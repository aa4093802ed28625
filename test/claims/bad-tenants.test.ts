import { expect, test, vi } from 'vitest'
import { answerApi } from '#lib/api/api.ts'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import { FREE, world } from './claim-world.ts'

const mocked = vi.hoisted(() => ({ runtime: {} }))
vi.mock('#lib/runtime.ts', () => ({ runtime: () => mocked.runtime }))
vi.mock('#lib/telemetry/log.ts', () => ({ logError: () => 'reference' }))
vi.mock('#lib/auth/session.ts', () => ({
  NotAuthorisedError: class extends Error {},
  requireSession: async () => ({ user: { id: '3', name: 'olga', role: 'operator' } }),
}))

test.each([
  ['two requirements of a selector', 'a,tenantName=b', 422],
  ['an operator of a selector', '!dirty', 422],
  ['a set of a selector', 'x in (a,b)', 422],
  ['letters that no label takes', 'größe', 422],
  ['a script that no label takes', 'グローバル', 422],
  ['an end that no label takes', 'ga-', 422],
  ['64 characters', 'x'.repeat(64), 400],
  ['10,000 characters', 'x'.repeat(10_000), 400],
  ['nothing', '', 400],
  ['blanks', '  ', 400],
])('a global account of %s gets no account', async (title, globalAccount, status) => {
  const { service, labels, store } = await world({ a: FREE })
  mocked.runtime = {
    auth: {},
    audit: { refused: async () => {} },
    claims: service,
    store,
    rules: { active: { plans: DEFAULT_PLANS } },
    context: () => ({}),
  }
  const request = new Request('http://console/api/v1/claims', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': title.replaceAll(' ', '-'), host: 'console' },
    body: JSON.stringify({ plan: 'aws', platformRegion: 'cf-eu10', globalAccount }),
  })
  const response = await answerApi(request)
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  const { detail, claim } = await response.json()
  expect(detail).toMatch(status === 422 ? /is not a legal label value/ : /^globalAccount: must /)
  if (status === 422) expect(claim).toMatchObject({ status: 'refused', binding: null, request: { globalAccount } })
  expect(await labels('a')).not.toHaveProperty('tenantName')
})
