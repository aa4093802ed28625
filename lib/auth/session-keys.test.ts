import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Secret } from '#lib/util/secret.ts'
import { createSealer } from './session-keys.ts'

const SECRET = 'a-secret-of-thirty-two-characters'

test('a sealed text opens to the original and differs each time', () => {
  const { seal, open } = createSealer(new Secret(SECRET), 'tokens')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      const sealed = seal(text)
      expect(open(sealed)).toBe(text)
      expect(seal(text)).not.toBe(sealed)
    }),
  )
})

test('cannot be opened with another secret, for another purpose, or after any change', () => {
  const sealed = createSealer(new Secret(SECRET), 'tokens').seal('a token')
  expect(createSealer(new Secret(`${SECRET}!`), 'tokens').open(sealed)).toBeNull()
  expect(createSealer(new Secret(SECRET), 'others').open(sealed)).toBeNull()
  const bytes = Buffer.from(sealed, 'base64url')
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(createSealer(new Secret(SECRET), 'tokens').open(changed.toString('base64url')), `byte ${at}`).toBeNull()
  }
  for (const text of ['', 'x', 'not a sealed text'])
    expect(createSealer(new Secret(SECRET), 'tokens').open(text)).toBeNull()
})

test('the first bytes of a sealed empty text are not constant', () => {
  const { seal, open } = createSealer(new Secret(SECRET), 'tokens')
  const bytes = Buffer.from(seal(''), 'base64url')
  for (const cut of [1, 4, 8, 12]) expect(open(bytes.subarray(0, -cut).toString('base64url')), `${cut} less`).toBeNull()
})
