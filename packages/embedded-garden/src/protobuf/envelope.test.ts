import { describe, expect, test } from 'vitest'
import { namespace, startCaller } from '../../../../test/embedded-garden/caller.ts'
import { decodeProtobuf } from './envelope.ts'
import { field, message, ProtobufError } from './wire.ts'

/** A ConfigMap as a Go client encodes it, byte by byte by the numbers of its generated.proto. */
function configMap(): Buffer {
  const metadata = message(
    field(1, 'm'),
    field(2, ''),
    field(3, 'n'),
    Buffer.of(0x38, 0), // generation: 0
    field(8, ''), // creationTimestamp: the zero time
    field(11, message(field(1, 'label'), field(2, 'x'))),
    field(14, 'x.y/z'),
  )
  const raw = message(
    field(1, metadata),
    field(2, message(field(1, 'k'), field(2, 'ä'))),
    field(2, message(field(1, 'empty'), field(2, ''))),
    field(3, message(field(1, 'b'), field(2, Buffer.of(1, 2, 255)))),
    Buffer.of(0x20, 1), // immutable: true
  )
  const type = message(field(1, 'v1'), field(2, 'ConfigMap'))
  return message(Buffer.from('k8s\0'), field(1, type), field(2, raw), field(3, ''), field(4, ''))
}

describe('a body in protobuf', () => {
  test('decodes to its object', () => {
    expect(decodeProtobuf(configMap())).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'm', namespace: 'n', labels: { label: 'x' }, finalizers: ['x.y/z'] },
      data: { k: 'ä', empty: '' },
      binaryData: { b: 'AQL/' },
      immutable: true,
    })
  })

  test('is refused if it is truncated or something else', () => {
    const whole = configMap()
    for (const cut of [0, 3, 6, 12, 30, whole.length - 1])
      expect(() => decodeProtobuf(whole.subarray(0, cut)), String(cut)).toThrow(ProtobufError)
    expect(() => decodeProtobuf(Buffer.from('{"kind":"ConfigMap"}'))).toThrow(ProtobufError)
  })

  test('is accepted by the server like JSON, and answered in JSON', async () => {
    const caller = await startCaller()
    await caller.ask('POST', '/api/v1/namespaces', { body: namespace('n') })
    const { request } = await import('node:https')
    const status = await new Promise(resolve => {
      const sent = request(new URL('/api/v1/namespaces/n/configmaps', caller.garden.url), {
        method: 'POST',
        ca: caller.garden.caCertificate,
        headers: {
          Authorization: `Bearer ${caller.garden.token('admin')}`,
          'Content-Type': 'application/vnd.kubernetes.protobuf',
          Accept: 'application/vnd.kubernetes.protobuf,application/json',
        },
      })
      sent.once('response', response => {
        response.resume()
        resolve([response.statusCode, response.headers['content-type']])
      })
      sent.end(configMap())
    })
    expect(status).toEqual([201, 'application/json'])
    expect(await caller.ask('GET', '/api/v1/namespaces/n/configmaps/m')).toMatchObject({
      data: { k: 'ä', empty: '' },
      immutable: true,
    })
    await caller.stop()
  })
})
