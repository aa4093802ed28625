import { describe, expect, test } from 'vitest'
import { mediaFor, negotiate } from './negotiation.ts'
import { ApiError } from './status.ts'

const TABLE = 'application/json;as=Table;g=meta.k8s.io;v=v1'

describe('the Accept header', () => {
  test.each([
    [undefined, { media: 'json', form: 'object' }],
    ['*/*', { media: 'json', form: 'object' }],
    ['application/yaml', { media: 'yaml', form: 'object' }],
    ['application/vnd.kubernetes.protobuf, application/json', { media: 'json', form: 'object' }],
    [`${TABLE}, application/json`, { media: 'json', form: 'Table' }],
    ['application/json;as=Table;v=v99;g=meta.k8s.io, application/json', { media: 'json', form: 'object' }],
    [`application/json;q=0.1, ${TABLE}`, { media: 'json', form: 'Table' }],
    ['application/yaml;as=PartialObjectMetadata;g=meta.k8s.io;v=v1', { media: 'yaml', form: 'PartialObjectMetadata' }],
  ])('%s', (accept, representation) => {
    expect(negotiate(accept)).toEqual(representation)
  })

  test.each(['text/html', 'application/vnd.kubernetes.protobuf', 'application/json;as=Nonsense;g=meta.k8s.io;v=v1'])(
    '%s cannot be served',
    accept => {
      expect(() => negotiate(accept)).toThrow(ApiError)
    },
  )

  test('errors are returned as JSON or YAML', () => {
    expect([mediaFor('text/html'), mediaFor('application/yaml'), mediaFor(TABLE)]).toEqual([null, 'yaml', 'json'])
  })
})
