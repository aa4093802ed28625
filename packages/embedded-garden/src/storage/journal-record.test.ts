import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeRecord, encodeRecord } from './journal-record.ts'

const record = fc.record({
  revision: fc.nat(),
  resource: fc.constantFrom('secrets', 'shoots.core.gardener.cloud'),
  key: fc.constantFrom('a', 'garden-x/b.c'),
  bytes: fc.option(fc.jsonValue().map(value => Buffer.from(JSON.stringify({ metadata: {}, value })))),
})

test('a record is parsed as it was written', () => {
  fc.assert(
    fc.property(record, each => {
      const data = encodeRecord(each)
      expect(decodeRecord(data, 0)).toEqual({ record: each, end: data.length })
    }),
  )
})

test('a truncated or corrupted record is rejected', () => {
  fc.assert(
    fc.property(record, fc.nat(), fc.integer({ min: 0, max: 7 }), (each, place, bit) => {
      const data = encodeRecord(each)
      expect(decodeRecord(data.subarray(0, place % data.length), 0)).toBeNull()
      const at = place % data.length
      const damaged = Buffer.from(data)
      damaged[at] = (damaged[at] ?? 0) ^ (1 << bit)
      expect(decodeRecord(damaged, 0)?.record ?? null).not.toEqual(each)
    }),
  )
})
