import { expect, test } from 'vitest'
import { sameAddress } from './view-line.tsx'

test.each([
  ['/bindings', '/bindings', true],
  ['/bindings?q=state:dirty&sort=-for', '/bindings?sort=-for&q=state%3Adirty', true],
  ['/bindings?q=', '/bindings', true],
  ['/bindings?q=a+b', '/bindings?q=a%20b', true],
  ['/bindings?q=a', '/bindings?q=b', false],
  ['/bindings?q=a', '/pools?q=a', false],
  ['/bindings', '/bindings?sort=name', false],
])('%s and %s: %s', (a, b, same) => expect(sameAddress(a, b)).toBe(same))
