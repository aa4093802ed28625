import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packedTexts, textAt } from './checked-draft.ts'

test('of packed texts each is there as it was', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), texts => {
      const packed = packedTexts(texts)
      expect(texts.map((_, place) => textAt(packed, place))).toEqual(texts)
      expect([textAt(packed, texts.length), textAt(packed, -1)]).toEqual([undefined, undefined])
    }),
  )
})
