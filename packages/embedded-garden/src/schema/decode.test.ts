import { describe, expect, test } from 'vitest'
import { DecodeError, decode } from './decode.ts'
import { shapeOf } from './documents.ts'

const SECRET = shapeOf('core-v1', 'io.k8s.api.core.v1.Secret')
const LEASE = shapeOf('coordination-v1', 'io.k8s.api.coordination.v1.Lease')
const SHOOT = shapeOf('gardener-core-v1beta1', 'com.github.gardener.gardener.pkg.apis.core.v1beta1.Shoot')
const BINDING = shapeOf(
  'gardener-security-v1alpha1',
  'com.github.gardener.gardener.pkg.apis.security.v1alpha1.CredentialsBinding',
)

describe('decoding', () => {
  test('drops unknown fields, and names them', () => {
    const { object, unknown } = decode({ metadata: { name: 'a', nme: 'b' }, typ: 'x', type: 'Opaque' }, SECRET)
    expect(object).toEqual({ metadata: { name: 'a' }, type: 'Opaque' })
    expect(unknown).toEqual(['metadata.nme', 'typ'])
  })

  test('treats null as missing, and keeps an explicit empty value', () => {
    const { object } = decode({ metadata: { name: 'a', labels: null }, data: { k: null }, immutable: false }, SECRET)
    expect(object).toEqual({ metadata: { name: 'a' }, data: { k: '' }, immutable: false })
  })

  test('drops optional texts, lists and maps that are empty', () => {
    const { object } = decode({ metadata: { name: 'a', labels: {}, finalizers: [], generateName: '' } }, SECRET)
    expect(object).toEqual({ metadata: { name: 'a' } })
  })

  test('keeps empty texts of fields that are pointers in Go', () => {
    const spec = { seedName: '', region: '', dns: { domain: '' }, kubernetes: { version: '' } }
    expect(decode({ metadata: { name: 'a' }, spec }, SHOOT).object.spec).toMatchObject({
      seedName: '',
      dns: { domain: '' },
      kubernetes: {},
    })
    expect(decode({ spec: { holderIdentity: '' } }, LEASE).object.spec).toEqual({ holderIdentity: '' })
  })

  test('names the path of unknown fields in lists', () => {
    const { unknown } = decode({ metadata: { ownerReferences: [{ kind: 'X' }, { knd: 'Y' }] } }, SECRET)
    expect(unknown).toEqual(['metadata.ownerReferences[1].knd'])
  })

  test.each([
    ['a number for a text', { type: 1 }],
    ['a text for a map', { data: 'x' }],
    ['a list for a map', { metadata: [] }],
    ['no base64', { data: { k: '***' } }],
    ['a text for a boolean', { immutable: 'true' }],
    ['a text for a list', { metadata: { finalizers: 'x' } }],
    ['no time', { metadata: { creationTimestamp: 'yesterday' } }],
  ])('refuses %s', (_, input) => {
    expect(() => decode(input, SECRET)).toThrow(DecodeError)
  })

  test.each([
    ['a time without microseconds', { renewTime: '2026-01-02T03:04:05Z' }],
    ['a fraction for a whole number', { leaseTransitions: 1.5 }],
    ['a number beyond 32 bits', { leaseTransitions: 2 ** 31 }],
  ])('refuses %s', (_, spec) => {
    expect(() => decode({ spec }, LEASE)).toThrow(DecodeError)
  })

  test('writes required fields, even if they are missing', () => {
    const { object } = decode({ metadata: { name: 'a' } }, BINDING)
    expect(object).toMatchObject({ credentialsRef: {} })
  })
})
