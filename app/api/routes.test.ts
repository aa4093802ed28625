import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { noRoute } from './no-route.ts'
import { API_ROUTES, wrongParameters } from './routes.ts'

/** HEAD is implied by GET, so an explicit handler is ignored. */
const METHOD = /^export (?:const|function|async function) (GET|POST|PUT|PATCH|DELETE|OPTIONS)\b/gm

test('every route that exists is known with its methods, and no other', () => {
  const files = globSync('app/api/v1/**/route.ts')
  const found = files.map(path => [
    path.replace(/^app|\/route\.ts$/g, '').replaceAll(/\[(\w+)\]/g, ':$1'),
    Array.from(readFileSync(path, 'utf8').matchAll(METHOD), match => match[1]),
  ])
  const known = Object.entries(API_ROUTES).map(([address, { methods }]) => [address, methods])
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(known))
})

test.each([
  ['GET', '/api/v1/claims'],
  ['HEAD', '/api/v1/claims'],
  ['OPTIONS', '/api/v1/claims'],
  ['PATCH', '/api/v1/claims/c-1'],
  ['GET', '/api/v1/pools/aws%2Feu'],
  ['GET', '/api/v1/audit/recent'],
  ['POST', '/api/auth/signout'],
  ['DELETE', '/bindings'],
])('%s %s goes on', (method, address) => {
  expect(noRoute(method, address)).toBeNull()
})

test.each([
  ['PUT', '/api/v1/claims', 'GET, HEAD, POST, OPTIONS'],
  ['PUT', '/api/v1/claims/c-1', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
  ['POST', '/api/v1/audit/export', 'GET, HEAD, OPTIONS'],
  ['GET', '/api/v1/jobs/j-1/cancel', 'POST, OPTIONS'],
])('%s %s is refused with what is allowed', async (method, address, allow) => {
  const answer = noRoute(method, address)
  expect(answer?.status).toBe(405)
  expect(answer?.headers.get('allow')).toBe(allow)
  expect(answer?.headers.get('content-type')).toBe('application/problem+json')
  expect(await answer?.json()).toMatchObject({ title: 'Method not allowed', status: 405 })
})

test.each(['/api', '/api/v1', '/api/v1/nothing', '/api/v2/claims', '/api/v1/claims/c-1/more'])(
  'no route is %s',
  async address => {
    const answer = noRoute('GET', address)
    expect(answer?.status).toBe(404)
    expect(await answer?.json()).toMatchObject({ title: 'Not found', detail: 'The API has no such address.' })
  },
)

test.each([
  ['claims?status=waiting&limit=5', null],
  ['claims?cluster=c-1', 'Unknown parameter "cluster". Parameters: tenant, pool, status, offset, limit.'],
  ['bindings?Q=a&q=b&x=1', 'Unknown parameters "Q", "x". Parameters: q, sort, offset, limit.'],
  ['overview?q=1', 'Unknown parameter "q". It has no parameters.'],
  ['audit/export?format=csv&upTo=9&cols=at', null],
  ['bindings?q=state:dirty&q=type:aws', 'The parameter "q" is there twice. Name it once.'],
])('%s has only parameters of its route, or says which are not', (address, expected) => {
  expect(wrongParameters(new URL(`http://console/api/v1/${address}`))).toBe(expected)
})
