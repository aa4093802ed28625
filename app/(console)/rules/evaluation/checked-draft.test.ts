import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packTexts, unpackText } from './checked-draft.ts'

test('unpacks every packed text', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), texts => {
      const packed = packTexts(texts)
      expect(texts.map((_, place) => unpackText(packed, place))).toEqual(texts)
      expect([unpackText(packed, texts.length), unpackText(packed, -1)]).toEqual([undefined, undefined])
    }),
  )
})
