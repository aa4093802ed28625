import { expect, test } from 'vitest'
import { textArgument } from './text-argument.ts'

test.each<{ value: unknown }>([
  { value: undefined },
  { value: null },
  { value: 7 },
  { value: [] },
  { value: { toString: 'x' } },
  { value: ['a'] },
])('$value is no text', ({ value }) => expect(textArgument(value)).toBe(''))

test('a text is what it is', () => expect(textArgument(' a ')).toBe(' a '))
