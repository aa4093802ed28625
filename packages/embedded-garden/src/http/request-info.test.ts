import { describe, expect, test } from 'vitest'
import { parseRequest } from './request-info.ts'

const SHOOTS = '/apis/core.gardener.cloud/v1beta1'

describe('a request', () => {
  test.each([
    ['GET', '/api/v1/namespaces', 'list', { plural: 'namespaces', namespace: '', name: '' }],
    ['GET', '/api/v1/namespaces/n', 'get', { plural: 'namespaces', namespace: 'n', name: 'n' }],
    ['PUT', '/api/v1/namespaces/n/finalize', 'update', { plural: 'namespaces', name: 'n', subresource: 'finalize' }],
    ['GET', '/api/v1/namespaces/n/secrets', 'list', { plural: 'secrets', namespace: 'n', name: '' }],
    ['GET', '/api/v1/secrets', 'list', { plural: 'secrets', namespace: '', name: '' }],
    ['HEAD', '/api/v1/namespaces/n/secrets/a', 'get', { plural: 'secrets', namespace: 'n', name: 'a' }],
    [
      'GET',
      `${SHOOTS}/shoots?watch=1`,
      'watch',
      { group: 'core.gardener.cloud', version: 'v1beta1', plural: 'shoots' },
    ],
    ['GET', `${SHOOTS}/shoots?watch=false`, 'list', { plural: 'shoots' }],
    ['DELETE', `${SHOOTS}/namespaces/n/shoots`, 'deletecollection', { plural: 'shoots', namespace: 'n' }],
    ['DELETE', `${SHOOTS}/namespaces/n/shoots/a`, 'delete', { name: 'a' }],
    ['PATCH', `${SHOOTS}/namespaces/n/shoots/a/status`, 'patch', { name: 'a', subresource: 'status' }],
    ['POST', `${SHOOTS}/namespaces/n/shoots`, 'create', { name: '' }],
    ['GET', '/api/v1/namespaces/n/configmaps/a%2Fb', 'get', { name: 'a/b' }],
  ])('%s %s is a %s', (method, url, verb, target) => {
    const info = parseRequest(method, url)
    expect(info.verb).toBe(verb)
    expect(info.resource).toMatchObject(target)
  })

  test.each([
    '/',
    '/api',
    '/api/v1',
    '/apis',
    '/apis/g',
    '/apis/g/v1',
    '/version',
    '/healthz/ping',
    '/openapi/v3/api/v1',
  ])('GET %s has no resource', url => {
    expect(parseRequest('GET', url)).toMatchObject({ verb: 'get', path: url, resource: null })
  })
})
