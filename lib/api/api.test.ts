import { expect, test, vi } from 'vitest'
import { API_ROUTES, answerApi } from './api.ts'
import { describeWrongParameters } from './handle-request.ts'

vi.mock('#lib/runtime.ts', () => ({
  runtime: () => ({ auth: {}, context: () => ({}), queues: { read: async () => null } }),
}))
vi.mock('#lib/telemetry/log.ts', () => ({ logError: () => 'reference' }))
vi.mock('#lib/auth/session.ts', () => ({
  requireSession: async () => ({ user: { id: 'u', name: 'ada', role: 'viewer' } }),
  NotAuthorisedError: class extends Error {},
}))

test.each([
  ['GET', '/api/v1/claims'],
  ['HEAD', '/api/v1/claims'],
  ['OPTIONS', '/api/v1/claims'],
  ['PATCH', '/api/v1/claims/c-1'],
  ['GET', '/api/v1/pools/aws%2Feu'],
  ['GET', '/api/v1/audit/recent'],
  ['POST', '/api/auth/signout'],
  ['DELETE', '/bindings'],
])('accepts %s %s', (method, address) => {
  expect(API_ROUTES.refuse(method, address)).toBeNull()
})

test.each([
  ['PUT', '/api/v1/claims', 'GET, HEAD, POST, OPTIONS'],
  ['PUT', '/api/v1/claims/c-1', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
  ['POST', '/api/v1/audit/export', 'GET, HEAD, OPTIONS'],
  ['GET', '/api/v1/jobs/j-1/cancel', 'POST, OPTIONS'],
])('responds to %s %s with 405 and the allowed methods', async (method, address, allow) => {
  const answer = API_ROUTES.refuse(method, address)
  expect(answer?.status).toBe(405)
  expect(answer?.headers.get('allow')).toBe(allow)
  expect(answer?.headers.get('content-type')).toBe('application/problem+json')
  expect(await answer?.json()).toMatchObject({ title: 'Method not allowed', status: 405 })
})

test.each(['/api', '/api/v1', '/api/v1/nothing', '/api/v2/claims', '/api/v1/claims/c-1/more'])(
  'responds with 404 to %s',
  async address => {
    const answer = API_ROUTES.refuse('GET', address)
    expect(answer?.status).toBe(404)
    expect(await answer?.json()).toMatchObject({ title: 'Not found', detail: 'The API does not have this address.' })
  },
)

test.each([
  ['claims?status=waiting&limit=5', null],
  ['claims?cluster=c-1', 'Unknown parameter "cluster". Parameters: key, tenant, pool, status, offset, limit.'],
  ['bindings?Q=a&q=b&x=1', 'Unknown parameters "Q", "x". Parameters: q, sort, offset, limit.'],
  ['overview?q=1', 'Unknown parameter "q". It has no parameters.'],
  ['audit/export?format=csv&upTo=9&cols=at', null],
  ['bindings?q=state:dirty&q=type:aws', 'The parameter "q" is given twice. Give it once.'],
])('validates the parameters of %s', (address, expected) => {
  const { pathname, searchParams } = new URL(`http://console/api/v1/${address}`)
  const allowed = API_ROUTES.find(pathname)?.parameters ?? []
  expect(describeWrongParameters(searchParams, allowed)).toBe(expected)
})

test.each([
  ['PUT', '/api/v1/claims', 405, 'GET, HEAD, POST, OPTIONS'],
  ['GET', '/api/v1/nothing', 404, null],
  ['OPTIONS', '/api/v1/claims', 204, 'GET, HEAD, OPTIONS, POST'],
  ['OPTIONS', '/api/v1/claims/c-1', 204, 'DELETE, GET, HEAD, OPTIONS, PATCH'],
])('responds to %s %s without calling a handler', async (method, address, status, allow) => {
  const answer = await answerApi(new Request(`http://console${address}`, { method }))
  expect([answer.status, answer.headers.get('allow')]).toEqual([status, allow])
})

test('a fixed path wins over a parameter, and a parameter is decoded once', async () => {
  expect(API_ROUTES.find('/api/v1/audit/recent')?.path).toBe('/api/v1/audit/recent')
  expect(API_ROUTES.find('/api/v1/audit/7')?.path).toBe('/api/v1/audit/:seq')
  const answer = await answerApi(new Request('http://console/api/v1/rules/revisions/1%252F'))
  expect((await answer.json()).detail).toBe('Revisions have whole numbers from 1.')
})
