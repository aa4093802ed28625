import { expect, test } from 'vitest'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { LatelyShown } from './lately-shown.ts'

const binding = (name: string, resourceVersion: string) =>
  ({ kind: 'SecretBinding', namespace: 'garden', name, resourceVersion }) as Binding

test('each version that was shown is known, until more were shown after it', () => {
  const shown = new LatelyShown(2)
  const [first, second] = [binding('a', '1'), binding('a', '2')]
  shown.add(first)
  shown.add(second)
  expect(shown.at('SecretBinding/garden/a', '1')).toBe(first)
  expect(shown.at('SecretBinding/garden/a', '2')).toBe(second)
  expect(shown.at('SecretBinding/garden/a', '3')).toBeNull()
  shown.add(first)
  shown.add(binding('b', '7'))
  expect(shown.at('SecretBinding/garden/a', '1')).toBe(first)
  expect(shown.at('SecretBinding/garden/a', '2')).toBeNull()
})
