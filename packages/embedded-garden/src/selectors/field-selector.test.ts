import { describe, expect, test } from 'vitest'
import { freeze } from '#embedded-garden/storage/stored.ts'
import { matchesFields, parseFieldSelector, selectedName } from './field-selector.ts'
import { SelectorError } from './label-selector.ts'

const stored = freeze({ metadata: { name: 'a', namespace: 'n' } }, 1, { type: 'Opaque', 'spec.x': 'p,q=r' })
const supported = new Set(['type', 'spec.x', 'spec.empty'])

describe('a field selector', () => {
  test.each([
    ['', true],
    ['metadata.name=a', true],
    ['metadata.name==a,metadata.namespace=n', true],
    ['metadata.name!=a', false],
    ['type=Opaque,', true],
    ['type=', false],
    ['spec.empty=', true],
    ['spec.x=p\\,q\\=r', true],
    ['spec.x=p', false],
  ])('"%s" matches the object: %s', (text, matches) => {
    expect(matchesFields(parseFieldSelector(text, supported), stored)).toBe(matches)
  })

  test.each(['metadata.uid=x', 'spec.y=x', 'metadata.name', '=x'])('"%s" is refused', text => {
    expect(() => parseFieldSelector(text, supported)).toThrow(SelectorError)
  })

  test.each([
    ['metadata.name=a', 'a'],
    ['type=x,metadata.name==b', 'b'],
    ['metadata.name!=a', ''],
    ['type=a', ''],
  ])('"%s" selects the object named "%s"', (text, name) => {
    expect(selectedName(text)).toBe(name)
  })
})
